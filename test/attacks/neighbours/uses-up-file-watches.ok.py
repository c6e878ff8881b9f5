"""Takes all inotify instances of the host's user, so that nobody else of that user can watch a file.

stopped_by: a limit of the slot's own user namespace; where there is none, inotify shows nothing
plain bwrap: succeeds
not promised at landlock: instances are counted for the host's user
not promised at strict: the module has one user namespace
"""

from tools import libc

_USUAL = 64  # of 128 that a user may have by default


def attack():
    taken = 0
    while taken < _USUAL and libc.inotify_init1(0o2000000) >= 0:
        taken += 1
    return float(taken >= _USUAL)

"""Unmounts what lies over something else.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

from tools import succeeds


def attack():
    return max(succeeds("umount2", path, 2) for path in (b"/proc", b"/tmp", b"/dev/shm", b"/dev", b"/"))

"""Calls another folder its root, to climb out of it.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

from tools import succeeds


def attack():
    return max(succeeds("chroot", b"/tmp"), succeeds("pivot_root", b"/tmp", b"/tmp"))

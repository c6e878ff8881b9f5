"""Renames the machine and sets its clock.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

import ctypes

from tools import succeeds


def attack():
    return max(
        succeeds("sethostname", b"owned", 5),
        succeeds("setdomainname", b"owned", 5),
        succeeds("settimeofday", ctypes.byref((ctypes.c_long * 2)(1, 0)), 0),
    )

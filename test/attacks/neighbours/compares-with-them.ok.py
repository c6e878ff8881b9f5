"""Asks whether its memory is that of another process.

stopped_by: nobody else can be seen; the init is not dumpable; seccomp
plain bwrap: succeeds
"""

import os

from tools import others, syscall


def attack():
    return float(any(syscall("kcmp", os.getpid(), pid, 1, 0, 0) >= 0 for pid in others()))

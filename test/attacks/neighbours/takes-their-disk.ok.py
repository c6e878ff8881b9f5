"""Gives everybody else the disk only when it is idle, and the next worker with them.

stopped_by: nobody else can be seen; the init ends a slot in which it was changed
plain bwrap: succeeds
"""

import os

from tools import others, syscall


def attack():
    for pid in {1, os.getppid(), *others()}:
        syscall("ioprio_set", 1, pid, 3 << 13)
    return 0.0


def check():
    return float(syscall("ioprio_get", 1, 0) >> 13 == 3)

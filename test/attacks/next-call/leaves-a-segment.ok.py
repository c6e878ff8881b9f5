"""Leaves a segment, a queue and a semaphore of System V.

stopped_by: the init ends a slot in which System V objects were left
plain bwrap: succeeds
how: executed
"""

import tools
from tools import libc


def attack():
    libc.shmget(4711, 4096, 0o1666)
    libc.msgget(4711, 0o1666)
    libc.semget(4711, 1, 0o1666)
    return 0.0


def check():
    return float(tools.system_v() > 0)

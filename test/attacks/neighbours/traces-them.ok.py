"""Attaches to every process it can see as a debugger.

stopped_by: nobody else can be seen; the init is not dumpable; seccomp
plain bwrap: succeeds
"""

from tools import others, syscall


def attack():
    won = 0.0
    for pid in others():
        if syscall("ptrace", 0x4206, pid, 0, 0) >= 0:
            won = 1.0
    return won

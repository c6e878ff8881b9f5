"""Takes descriptors out of every process it can see.

stopped_by: nobody else can be seen; the init is not dumpable; seccomp
plain bwrap: succeeds
"""

import os

from tools import others, syscall


def attack():
    for pid in others():
        try:
            pidfd = os.pidfd_open(pid)
        except OSError:
            continue
        if any(syscall("pidfd_getfd", pidfd, number, 0) >= 0 for number in range(64)):
            return 1.0
    return 0.0

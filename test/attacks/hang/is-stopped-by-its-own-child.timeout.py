"""Has a child of its own trace it and stop it.

stopped_by: SIGKILL works on what is traced
plain bwrap: succeeds
"""

import os

from tools import forever, syscall


def attack():
    parent = os.getpid()
    if os.fork() == 0:
        syscall("ptrace", 16, parent, 0, 0)
        forever()
    forever()

"""Uses the debugger's system calls on a child of its own.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

import os
import time

from tools import succeeds


def attack():
    if (child := os.fork()) == 0:
        time.sleep(60)
    won = succeeds("ptrace", 16, child, 0, 0)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return won

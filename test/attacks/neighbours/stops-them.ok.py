"""Stops every process that it may signal: nothing would ever come back.

stopped_by: nobody else can be seen; the init does not stop
plain bwrap: succeeds
"""

import os
import signal

from tools import others


def attack():
    for pid in {1, os.getppid(), *others()}:
        for number in (signal.SIGSTOP, signal.SIGTSTP, signal.SIGINT):
            try:
                os.kill(pid, number)
            except OSError:
                pass
    return 0.0

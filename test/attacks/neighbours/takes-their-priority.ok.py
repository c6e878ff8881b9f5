"""Gives everybody else the lowest priority, and the next worker with them.

stopped_by: nobody else can be seen; the init ends a slot in which it was changed
plain bwrap: succeeds
"""

import os

from tools import PRIORITY, others


def attack():
    for pid in {1, os.getppid(), *others()}:
        try:
            os.setpriority(os.PRIO_PROCESS, pid, 19)
        except OSError:
            pass
    return 0.0


def check():
    return float(os.getpriority(os.PRIO_PROCESS, 0) > PRIORITY)

"""Has everybody else run only when nobody wants the processor, and the next worker with them.

stopped_by: nobody else can be seen; the init ends a slot in which it was changed
plain bwrap: succeeds
"""

import os

from tools import others


def attack():
    for pid in {1, os.getppid(), *others()}:
        try:
            os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))
        except OSError:
            pass
    return 0.0


def check():
    return float(os.sched_getscheduler(0) != os.SCHED_OTHER)

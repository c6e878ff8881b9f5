"""Has everybody else share one core, and the next worker with them.

stopped_by: nobody else can be seen; the init ends a slot in which it was changed
plain bwrap: succeeds
"""

import os

import tools
from tools import others


def attack():
    for pid in {1, os.getppid(), *others()}:
        try:
            os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})
        except OSError:
            pass
    return 0.0


def check():
    return float(len(os.sched_getaffinity(0)) < tools.PROCESSORS)

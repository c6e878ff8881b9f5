"""Asks for real-time scheduling, the highest priority, and the disk before all others.

stopped_by: no capabilities
plain bwrap: stopped
"""

import os

from tools import syscall


def attack():
    won = syscall("ioprio_set", 1, 0, 1 << 13) >= 0
    for attempt in (
        lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(99)),
        lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1)),
        lambda: os.setpriority(os.PRIO_PROCESS, 0, -20),
    ):
        try:
            attempt()
            won = True
        except OSError:
            pass
    return float(won)

"""Leaves a timer that kills the next call.

stopped_by: a running timer is a trace
plain bwrap: stopped
"""

import signal


def attack():
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 0.03)
    signal.setitimer(signal.ITIMER_PROF, 0.03)
    return 0.0


def check():
    import time

    time.sleep(0.08)
    return 0.0

"""Cancels every timer and watchdog that a process can have, then hangs.

stopped_by: the agent's deadline: nothing in the process is trusted
plain bwrap: stopped
"""

import faulthandler
import signal


def attack():
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    faulthandler.cancel_dump_traceback_later()
    while True:
        pass

"""Leaves a handler that runs in the next call.

stopped_by: a changed handler is a trace
plain bwrap: stopped
"""

import signal


def attack():
    for number in (signal.SIGCHLD, signal.SIGUSR1, signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, lambda *_: 1 / 0)
    return 0.0


def check():
    import os

    for number in (signal.SIGCHLD,):
        os.kill(os.getpid(), number)
    return 0.0

"""Blocks a signal and sends it to itself until the kernel keeps no more: the limit is for all of its user.

stopped_by: RLIMIT_SIGPENDING
plain bwrap: stopped
"""

import os
import signal

from tools import libc


def attack():
    signal.pthread_sigmask(signal.SIG_BLOCK, {50})
    for _ in range(200_000):
        if libc.sigqueue(os.getpid(), 50, None) != 0:
            break
    return 0.0

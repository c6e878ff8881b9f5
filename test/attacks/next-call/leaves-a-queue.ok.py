"""Leaves a message in a POSIX queue, which no mounted file system shows.

stopped_by: no POSIX queues: RLIMIT_MSGQUEUE
plain bwrap: succeeds
how: executed
"""

import ctypes
import os

from tools import syscall


def attack():
    attributes = (ctypes.c_long * 8)(0, 1, 100)
    queue = syscall("mq_open", b"left", os.O_CREAT | os.O_RDWR, 0o666, ctypes.byref(attributes))
    if queue >= 0:
        syscall("mq_timedsend", queue, b"for you", 7, 0, 0)
    return 0.0


def check():
    return float(syscall("mq_open", b"left", os.O_RDWR, 0, 0) >= 0)

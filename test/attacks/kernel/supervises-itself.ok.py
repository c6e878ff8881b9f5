"""Asks for a listener with which it could answer system calls of its children.

stopped_by: seccomp: no listener
plain bwrap: succeeds
how: executed
"""

import ctypes

from tools import libc, succeeds


class Program(ctypes.Structure):
    _fields_ = (("size", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def attack():
    libc.prctl(38, 1, 0, 0, 0)
    allow = (ctypes.c_uint64 * 1)(0x7FFF000000000006)
    program = Program(1, ctypes.addressof(allow))
    return succeeds("seccomp", 1, 8, ctypes.byref(program))

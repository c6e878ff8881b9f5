"""Asks where pages lie, and moves them.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

import ctypes
import os

from tools import syscall


def attack():
    buffer = ctypes.create_string_buffer(8192)
    pages = (ctypes.c_void_p * 1)(ctypes.addressof(buffer))
    status = (ctypes.c_int * 1)()
    moved = syscall("move_pages", os.getppid(), 1, ctypes.byref(pages), 0, ctypes.byref(status), 0) >= 0
    return float(moved)

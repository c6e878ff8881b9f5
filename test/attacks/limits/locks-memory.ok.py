"""Keeps 100 MB from ever being swapped out.

stopped_by: RLIMIT_MEMLOCK
plain bwrap: stopped
"""

import ctypes
import mmap

from tools import libc


def attack():
    memory = mmap.mmap(-1, 100 << 20)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return float(libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(100 << 20)) == 0)

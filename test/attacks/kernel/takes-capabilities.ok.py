"""Asks for capabilities back, and for them to be kept.

stopped_by: capabilities are given up, and the set that bounds them
plain bwrap: stopped
how: executed
"""

import ctypes

from tools import libc, succeeds


def attack():
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)(*([0xFFFFFFFF] * 6))
    ambient = any(libc.prctl(47, 2, number, 0, 0) == 0 for number in range(41))
    return max(succeeds("capset", ctypes.byref(header), ctypes.byref(data)), float(ambient))

"""Writes zeros over the interpreter's own objects.

stopped_by: its process is its own
plain bwrap: stopped
"""

import ctypes


def attack():
    ctypes.memset(id(int), 0, 400)
    ctypes.memset(id(float), 0, 400)
    return 1.0

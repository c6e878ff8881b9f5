"""Gives the init of its slot a scheduler slice of 100 ms, which all later workers inherit.

stopped_by: seccomp: only the own scheduling can be changed
plain bwrap: succeeds
"""

import ctypes
import struct

from tools import others, syscall

_SLICE_NS = 100_000_000


def attack():
    wanted = struct.pack("<IIQiIQQQII", 56, 0, 0, 0, 0, _SLICE_NS, 0, 0, 0, 0)
    won = [pid for pid in {1, *others()} if syscall("sched_setattr", pid, ctypes.c_char_p(wanted), 0) >= 0]
    return float(bool(won))

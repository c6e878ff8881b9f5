"""Takes 400 MiB as segments of System V.

stopped_by: the sum of a slot's memory is limited, segments too
plain bwrap: succeeds
how: executed
outcome at landlock: ok
outcome at strict: ok
"""

import ctypes
import time

from tools import libc


def attack():
    size = 40 << 20
    for _ in range(10):
        segment = libc.shmget(0, size, 0o1600)
        address = libc.shmat(segment, None, 0) if segment >= 0 else None
        if address in (None, ctypes.c_void_p(-1).value):
            return 0.0
        ctypes.memset(address, 1, size)
    time.sleep(2)  # looks may be a second apart
    return 1.0

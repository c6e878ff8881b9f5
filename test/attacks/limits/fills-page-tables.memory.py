"""Reads one byte of each 2 MiB of 192 GiB that are not there: the tables for them take 400 MB, and no page does.

stopped_by: page tables count, and the addresses of a process are limited
plain bwrap: succeeds
"""

import mmap
import time


def attack():
    try:
        mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
        return 1.0
    except OSError:
        pass
    held = []
    for _ in range(6):
        span = mmap.mmap(-1, 32 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
        for at in range(0, 32 << 30, 2 << 20):
            span[at]
        held.append(span)
    time.sleep(1)
    return 1.0

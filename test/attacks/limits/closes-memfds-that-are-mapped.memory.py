"""Maps files that are nowhere but in memory, writes 400 MiB into them beside the mappings, and closes them.

stopped_by: shared memory counts by what there is of it, mapped at the moment or not
plain bwrap: succeeds
"""

import os
import time

from tools import libc

_SIZE = 8 << 20


def attack():
    block = bytes(1 << 20)
    for number in range(50):
        descriptor = os.memfd_create(f"part {number}")
        os.ftruncate(descriptor, _SIZE)
        libc.mmap(None, _SIZE, 1, 1, descriptor, 0)
        for _ in range(8):
            os.write(descriptor, block)
        os.close(descriptor)
    time.sleep(1)
    return 1.0

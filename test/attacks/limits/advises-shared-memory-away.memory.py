"""Takes 400 MiB of shared memory and has none of its pages mapped: they stay, and belong to nobody.

stopped_by: shared memory counts by what there is of it, mapped at the moment or not
plain bwrap: succeeds
"""

import mmap
import time


def attack():
    held = []
    for _ in range(10):
        span = mmap.mmap(-1, 40 << 20)
        for at in range(0, 40 << 20, 4 << 20):
            span[at : at + (4 << 20)] = b"x" * (4 << 20)
            span.madvise(mmap.MADV_DONTNEED)
        held.append(span)
    time.sleep(1)
    return 1.0

"""Makes looks at its memory take long, by page tables and thousands of mappings, and takes 400 MB meanwhile.

stopped_by: a thread looks, beside the agent; a slot that it has not seen through is stopped until it has
plain bwrap: succeeds
"""

import mmap
import time


def attack():
    tables = mmap.mmap(-1, 16 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
    for at in range(0, 16 << 30, 2 << 20):
        tables[at]
    held = []
    for number in range(400):
        for _ in range(20):
            held.append(mmap.mmap(-1, 4096, prot=mmap.PROT_READ))
        span = mmap.mmap(-1, 1 << 20)
        span[:] = bytes([number & 255]) * (1 << 20)
        span.madvise(mmap.MADV_DONTNEED)
        held.append(span)
    time.sleep(1)
    return 1.0

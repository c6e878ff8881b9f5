"""Takes 400 MiB as shared memory, which RLIMIT_DATA does not count.

stopped_by: the sum of a slot's memory is limited, shared memory too
plain bwrap: succeeds
"""

import mmap
import time


def attack():
    with mmap.mmap(-1, 400 << 20) as memory:
        for page in range(0, len(memory), 4096):
            memory[page] = 1
        time.sleep(2)  # looks may be a second apart
    return 1.0

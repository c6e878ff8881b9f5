"""Takes 400 MiB as files that are nowhere but in memory.

stopped_by: the sum of a slot's memory is limited, files in memory too
plain bwrap: succeeds
"""

import os
import time


def attack():
    block = bytes(1 << 20)
    for number in range(50):
        descriptor = os.memfd_create(f"part {number}")
        for _ in range(8):
            os.write(descriptor, block)
    time.sleep(2)  # looks may be a second apart
    return 1.0

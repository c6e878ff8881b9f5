"""Eight children with 60 MiB each, none of which is over the limit by itself.

stopped_by: the sum of a slot's memory is limited
plain bwrap: succeeds
"""

import os
import time


def attack():
    parts = []
    for _ in range(8):
        read, write = os.pipe()
        if os.fork() == 0:
            kept = bytearray(60 << 20)
            for page in range(0, len(kept), 4096):
                kept[page] = 1
            os.write(write, b"x")
            time.sleep(60)
        os.close(write)
        parts.append(read)
    done = sum(os.read(part, 1) == b"x" for part in parts)
    time.sleep(2)  # looks may be a second apart
    return float(done == 8)

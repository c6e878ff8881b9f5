"""Takes 400 MiB as files in memory, in a process that forty others were started before.

stopped_by: the sum of a slot's memory is limited, and all of its processes are looked at
plain bwrap: succeeds
"""

import os
import time


def attack():
    for number in range(41):
        if os.fork() == 0:
            block = bytes(1 << 20)
            for part in range(50 if number == 40 else 0):
                descriptor = os.memfd_create(f"part {part}")
                for _ in range(8):
                    os.write(descriptor, block)
            time.sleep(3)
            os._exit(0)
    time.sleep(2)
    return 1.0

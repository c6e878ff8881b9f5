"""Forbids others to look at its descriptors, and takes 400 MiB as files that only these lead to.

stopped_by: what cannot be looked at counts as too much, where it cannot be looked at
plain bwrap: succeeds
"""

import os
import time

from tools import libc

_PR_SET_DUMPABLE = 4


def attack():
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    block = bytes(1 << 20)
    for number in range(50):
        descriptor = os.memfd_create(f"part {number}")
        for _ in range(8):
            os.write(descriptor, block)
    time.sleep(1)
    return 1.0

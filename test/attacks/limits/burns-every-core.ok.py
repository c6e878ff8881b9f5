"""Forty children that compute, in sessions of their own: a fair scheduler gives its neighbour a fortieth.

stopped_by: the processor is shared between slots, not between processes
plain bwrap: succeeds
"""

import os
import time


def attack():
    for _ in range(40):
        if os.fork() == 0:
            os.setsid()
            while True:
                pass
    time.sleep(1)
    return 0.0

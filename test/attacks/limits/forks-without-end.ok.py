"""A fork bomb whose children wait.

stopped_by: RLIMIT_NPROC, counted for each slot by itself
plain bwrap: succeeds
outcome at landlock: crashed
not promised at strict: the kernel limits the processes of a module; those of a slot are counted by the agent
"""

import os
import time


def attack():
    made = 0
    try:
        while made < 1_000:
            if os.fork() == 0:
                time.sleep(3600)
            made += 1
    except OSError:
        pass
    return float(made >= 400)

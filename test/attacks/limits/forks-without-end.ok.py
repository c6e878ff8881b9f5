"""A fork bomb whose children wait.

stopped_by: RLIMIT_NPROC, counted for each slot by itself; what the tables of so many processes take counts, too
plain bwrap: succeeds
outcome at landlock: crashed or memory
outcome at strict: crashed or memory
outcome at namespaces: ok or memory
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
    if made < 400:
        return 0.0
    time.sleep(2)  # where the agent counts, looks may be a second apart
    return 1.0

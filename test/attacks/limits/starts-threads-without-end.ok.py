"""Threads until there are no more.

stopped_by: RLIMIT_NPROC and RLIMIT_DATA
plain bwrap: stopped
outcome at landlock: ok or crashed
outcome at strict: ok or crashed
"""

import threading
import time


def attack():
    threading.stack_size(32768)
    wait = threading.Event()
    made = 0
    try:
        while made < 3_000:
            threading.Thread(target=wait.wait, daemon=True).start()
            made += 1
    except RuntimeError:
        pass
    if made < 1_000:
        wait.set()
        return 0.0
    time.sleep(2)  # where the agent counts, looks may be a second apart
    return 1.0

"""Threads until there are no more.

stopped_by: RLIMIT_NPROC and RLIMIT_DATA
plain bwrap: stopped
outcome at landlock: crashed
outcome at strict: ok or crashed
"""

import threading


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
    wait.set()
    return float(made >= 1_000)

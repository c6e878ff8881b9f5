"""Leaves a thread that changes things when the next call runs.

stopped_by: a new thread is a trace
plain bwrap: stopped
"""

import builtins
import threading
import time


def attack():
    def later():
        while True:
            time.sleep(0.001)
            builtins.sorted = lambda *_: ["left"]

    threading.Thread(target=later, daemon=True).start()
    return 0.0


def check():
    import time

    time.sleep(0.02)
    return float(sorted([2, 1]) != [1, 2])

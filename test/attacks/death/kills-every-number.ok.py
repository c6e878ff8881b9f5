"""Kills by number: whatever has one of the first 20,000.

stopped_by: a pid namespace of its own
plain bwrap: succeeds
"""

import os
import signal


def attack():
    for pid in range(1, 20_000):
        if pid != os.getpid():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
    return 0.0

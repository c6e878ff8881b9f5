"""A fork bomb in which every child forks, each in a session of its own.

stopped_by: RLIMIT_NPROC, and the end of the namespace
plain bwrap: succeeds
slows: 150
outcome at namespaces: ok or memory
outcome at allow-net: ok or memory
outcome at landlock: ok or crashed or memory
outcome at strict: ok or crashed or memory
"""

import os
import time


def attack():
    parent = os.getpid()
    for _ in range(14):
        try:
            if os.fork() == 0:
                os.setsid()
        except OSError:
            break
    if os.getpid() == parent:
        return 0.0
    time.sleep(3600)
    return 0.0

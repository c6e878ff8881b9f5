"""Descriptors until there are no more, and none for its result.

stopped_by: RLIMIT_NOFILE
plain bwrap: stopped
"""

import os


def attack():
    opened = 0
    try:
        while opened < 20_000:
            os.open("/dev/null", os.O_RDONLY)
            opened += 1
    except OSError:
        pass
    return float(opened >= 5_000)

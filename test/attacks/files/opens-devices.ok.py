"""Opens every device there is but the few that programs need.

stopped_by: a list of devices
plain bwrap: stopped
"""

import os

USUAL = {"null", "zero", "full", "random", "urandom", "tty", "ptmx", "stdin", "stdout", "stderr", "console"}


def attack():
    for name in os.listdir("/dev"):
        path = f"/dev/{name}"
        if name in USUAL or os.path.isdir(path):
            continue
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
            return 1.0
        except OSError:
            continue
    return 0.0

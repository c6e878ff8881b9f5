"""Kills every process that it may signal.

stopped_by: a pid namespace of its own, whose first process signals do not kill
plain bwrap: succeeds
"""

import os
import signal


def attack():
    try:
        os.kill(-1, signal.SIGKILL)
    except OSError:
        pass
    return 0.0

"""Kills its own process.

stopped_by: the init tells how its worker ended
plain bwrap: stopped
"""

import os
import signal


def attack():
    os.kill(os.getpid(), signal.SIGKILL)

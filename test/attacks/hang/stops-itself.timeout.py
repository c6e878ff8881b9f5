"""Stops its process, so that it cannot even answer a signal.

stopped_by: SIGKILL works on what is stopped
plain bwrap: stopped
"""

import os
import signal


def attack():
    os.kill(os.getpid(), signal.SIGSTOP)
    while True:
        pass

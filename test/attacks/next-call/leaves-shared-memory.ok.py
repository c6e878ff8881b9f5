"""Leaves a named segment of shared memory.

stopped_by: /dev/shm is a part of the slot's /tmp
plain bwrap: succeeds
"""

import os


def attack():
    try:
        with open("/dev/shm/psm_left", "w") as file:
            file.write("left")
    except OSError:
        pass
    return 0.0


def check():
    return float(os.path.exists("/dev/shm/psm_left"))

"""Makes a file in every folder of the first two levels.

stopped_by: a read-only root and /dev
plain bwrap: succeeds
"""

import os


def attack():
    tops = [f"/{name}" for name in os.listdir("/") if name not in ("tmp", "proc")]
    folders = ["/", *tops]
    for top in tops:
        try:
            folders += [f"{top}/{name}" for name in os.listdir(top) if name not in ("shm", "fd", "tmp")]
        except OSError:
            continue
    for folder in folders:
        try:
            with open(f"{folder}/.written", "x"):
                pass
            os.unlink(f"{folder}/.written")
            return 1.0
        except OSError:
            continue
    return 0.0

"""Swaps a file for one that was there, so that the number of files is the same.

stopped_by: the init looks at the times of folders too
plain bwrap: succeeds
how: executed
"""

import os


def attack():
    for name in os.listdir("/tmp"):
        try:
            os.rename(f"/tmp/{name}", "/tmp/.swapped")
            break
        except OSError:
            continue
    else:
        os.mkdir("/tmp/.swapped")
    return 0.0


def check():
    return float(os.path.exists("/tmp/.swapped"))

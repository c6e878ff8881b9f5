"""Fills /tmp, in many files and beyond what it may hold.

stopped_by: a sized tmpfs and RLIMIT_FSIZE
plain bwrap: succeeds
not promised at landlock: files of a slot are on disk, and only the size of each is limited
"""

import os

from tools import own_folder


def attack():
    written = 0
    for number in range(100):
        try:
            with open(f"{own_folder()}/part{number}", "wb", 0) as file:
                for _ in range(8):
                    written += file.write(bytes(1 << 20))
        except OSError:
            break
        if written > 64 << 20:
            return 1.0
    os.sync()
    return float(written > 64 << 20)

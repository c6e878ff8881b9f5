"""Fills /tmp, in many files and beyond what it may hold.

stopped_by: a sized tmpfs and RLIMIT_FSIZE
plain bwrap: succeeds
"""

import os


def attack():
    written = 0
    for number in range(100):
        try:
            with open(f"/tmp/part{number}", "wb", 0) as file:
                for _ in range(8):
                    written += file.write(bytes(1 << 20))
        except OSError:
            break
    os.sync()
    return float(written > 64 << 20)

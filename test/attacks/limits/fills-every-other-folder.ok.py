"""Looks for a folder beside /tmp that can be written, and fills it.

stopped_by: a read-only root and /dev
plain bwrap: succeeds
"""

import os


def attack():
    folders = ["/", "/dev", "/dev/mqueue", "/dev/pts", "/run", "/runrl", "/proc", "/sys", "/var/tmp", "/mnt"]
    for folder in folders:
        try:
            with open(f"{folder}/part", "wb", 0) as file:
                written = sum(file.write(bytes(1 << 20)) for _ in range(32))
            os.unlink(f"{folder}/part")
        except OSError:
            continue
        if written >= 32 << 20:
            return 1.0
    return 0.0

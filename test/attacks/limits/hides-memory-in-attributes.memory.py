"""Writes 60 MiB into attributes of empty files, which take no space of /tmp, beside 80 MiB that anybody can see.

stopped_by: files count with what the kernel keeps of them; without a /tmp in memory, seccomp: no attributes
plain bwrap: succeeds
outcome at strict: ok
outcome at landlock: ok
"""

import os
import time

from tools import own_folder


def attack():
    seen = bytearray(80 << 20)
    for at in range(0, len(seen), 4096):
        seen[at] = 1
    path = f"{own_folder()}/attributes"
    try:
        for number in range(16):
            open(f"{path}{number}", "w").close()
            for each in range(60):
                os.setxattr(f"{path}{number}", f"user.{each}", bytes(65_000))
    except PermissionError:
        return 0.0
    time.sleep(1)
    return 1.0

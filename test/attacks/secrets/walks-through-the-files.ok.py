"""Walks through the folders in which hosts keep what is theirs.

stopped_by: a list of what is mounted
plain bwrap: succeeds
"""

import os
import time

from tools import reads_secret


def attack():
    deadline = time.monotonic() + 0.4
    for top in ("/var/tmp", "/home", "/root", "/run", "/mnt", "/srv", "/workspace", "/data"):
        for folder, folders, names in os.walk(top):
            folders.sort(key=lambda name: not name.startswith("runrl-attacks"))
            if time.monotonic() > deadline:
                return 0.0
            for name in names:
                if name in ("tokens", "credentials") and reads_secret(f"{folder}/{name}"):
                    return 1.0
    return 0.0

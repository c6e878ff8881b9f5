"""Leaves files for the next call, where it looks first.

stopped_by: the init ends a slot in which files were left
plain bwrap: succeeds
"""

import os


def attack():
    for path in ("/tmp/answers", "/tmp/json.py", "/tmp/.hidden"):
        with open(path, "w") as file:
            file.write("raise SystemExit")
    return 0.0


def check():
    return float(os.path.exists("/tmp/answers") or os.path.exists("/tmp/.hidden"))

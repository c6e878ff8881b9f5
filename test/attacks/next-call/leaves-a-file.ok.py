"""Leaves files for the next call, where it looks first.

stopped_by: the init ends a slot in which files were left
plain bwrap: succeeds
"""

import os

from tools import own_folder


def attack():
    for path in (f"{own_folder()}/answers", f"{own_folder()}/json.py", f"{own_folder()}/.hidden"):
        with open(path, "w") as file:
            file.write("raise SystemExit")
    return 0.0


def check():
    return float(os.path.exists(f"{own_folder()}/answers") or os.path.exists(f"{own_folder()}/.hidden"))

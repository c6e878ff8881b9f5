"""Leaves no room for the next call.

stopped_by: the init ends a slot in which files were left
plain bwrap: succeeds
"""

from tools import own_folder


def attack():
    try:
        for number in range(100):
            with open(f"{own_folder()}/full{number}", "wb", 0) as file:
                file.write(bytes(1 << 20))
    except OSError:
        pass
    return 0.0


def check():
    import os

    return float(os.path.exists(f"{own_folder()}/full0"))

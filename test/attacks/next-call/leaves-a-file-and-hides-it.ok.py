"""Swaps a file for one that was there, so that the number of files is the same.

stopped_by: the init looks at the times of folders too
plain bwrap: succeeds
how: executed
"""

import os

from tools import own_folder


def attack():
    for name in os.listdir(own_folder()):
        try:
            os.rename(f"{own_folder()}/{name}", f"{own_folder()}/.swapped")
            break
        except OSError:
            continue
    else:
        os.mkdir(f"{own_folder()}/.swapped")
    return 0.0


def check():
    return float(os.path.exists(f"{own_folder()}/.swapped"))

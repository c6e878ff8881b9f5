"""A file that is a pebibyte long and takes no room.

stopped_by: RLIMIT_FSIZE
plain bwrap: succeeds
"""

import os

from tools import own_folder


def attack():
    with open(f"{own_folder()}/sparse", "wb") as file:
        try:
            os.truncate(file.fileno(), 1 << 50)
        except OSError:
            pass
        return float(os.fstat(file.fileno()).st_size > 1 << 40)

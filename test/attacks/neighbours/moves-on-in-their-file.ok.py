"""Moves the position of a file that the module has opened at its import, while the call beside it reads.

stopped_by: files that the module has open are opened again for each worker
plain bwrap: succeeds
beside: reads_a_file
"""

import os
import time

from tools import shared_file


def attack():
    deadline = time.monotonic() + 0.3
    while time.monotonic() < deadline:
        os.lseek(shared_file(), 3, os.SEEK_SET)
    return 0.0

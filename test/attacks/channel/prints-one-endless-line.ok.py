"""Prints 50 MB without a line end.

stopped_by: nobody waits for the end of a line
plain bwrap: stopped
"""

import os


def attack():
    for _ in range(500):
        os.write(1, bytes(100_000))
    return 0.0

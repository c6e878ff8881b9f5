"""Prints 20 MB, through Python and beside it.

stopped_by: output is read all the time and kept up to a limit
plain bwrap: stopped
"""

import os
import sys


def attack():
    for _ in range(100):
        print("x" * 100_000)
        sys.stderr.write("y" * 100_000)
        os.write(1, b"z" * 100_000)
    return 0.0

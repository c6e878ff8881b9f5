"""Writes into memory that the module has mapped as shared, and into a file that it keeps open, when it was imported.

stopped_by: each worker has copies of its own
plain bwrap: succeeds
how: executed
"""

import os

import tools


def attack():
    tools.SHARED[:4] = b"left"
    os.pwrite(tools.KEPT, b"left", 0)
    return 0.0


def check():
    return float(tools.SHARED[:4] == b"left" or os.pread(tools.KEPT, 4, 0) == b"left")

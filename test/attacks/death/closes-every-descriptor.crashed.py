"""Closes every descriptor that it has.

stopped_by: what it closes is its own
plain bwrap: stopped
"""

import os


def attack():
    os.closerange(0, 4096)
    return 1.0

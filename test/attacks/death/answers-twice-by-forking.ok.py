"""Forks, and parent and child both return from the call.

stopped_by: a child that comes back ends without a word
plain bwrap: succeeds
"""

import os


def attack():
    if (child := os.fork()) == 0:
        return 1.0
    os.waitpid(child, 0)
    return 0.0

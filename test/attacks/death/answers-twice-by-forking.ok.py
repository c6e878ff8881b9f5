"""Forks, and parent and child both return from the call.

stopped_by: a child that comes back ends without a word
plain bwrap: succeeds
"""

import os


def attack():
    return 0.0 if os.fork() else 1.0

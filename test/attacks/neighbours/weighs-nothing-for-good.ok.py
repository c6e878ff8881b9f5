"""Gives its session the lowest weight against all others, and the next workers of its slot with it.

stopped_by: /proc is read-only
plain bwrap: succeeds
"""

import os

_PATH = "/proc/self/autogroup"


def attack():
    if not os.path.exists(_PATH):
        return 0.0
    try:
        with open(_PATH, "w") as file:
            file.write("19")
    except OSError:
        return 0.0
    return 1.0


def check():
    try:
        with open(_PATH) as file:
            return float("nice 19" in file.read())
    except OSError:
        return 0.0

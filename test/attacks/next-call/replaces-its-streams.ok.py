"""Leaves the next call without a place to print to, or with one of its own.

stopped_by: streams are looked at after each call
plain bwrap: stopped
"""

import sys


def attack():
    sys.stdout = sys.stderr = None
    return 0.0


def check():
    print("for the right call", end="")
    return float(sys.stdout is None or sys.stderr is None)

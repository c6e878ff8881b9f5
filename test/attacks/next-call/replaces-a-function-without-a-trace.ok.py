"""Replaces a function that the module uses, without executing anything, as engines with a language of their own can.

stopped_by: a worker is kept only while what its module uses is what it was
plain bwrap: stopped
"""

import select


def attack():
    select.select = max
    return 0.0


def check():
    return float(select.select is max)

"""Asks for a hundred gigabytes at once.

stopped_by: RLIMIT_DATA
plain bwrap: stopped
"""


def attack():
    return float(len(bytearray(10**11)))

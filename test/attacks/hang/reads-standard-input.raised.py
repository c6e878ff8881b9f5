"""Waits for a person to type something.

stopped_by: standard input is empty
plain bwrap: stopped
"""


def attack():
    return float(input())

"""Arithmetic on one huge integer: C code that never looks for signals.

stopped_by: the agent's deadline
plain bwrap: stopped
"""


def attack():
    return float(7 ** (10**8) % 10)

"""Loops in Python without end.

stopped_by: the agent's deadline
plain bwrap: stopped
"""


def attack():
    while True:
        pass

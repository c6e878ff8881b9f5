"""Cuts off the page of memory that it shares with the agent, so that reading it would end the agent.

stopped_by: the agent reads it as a file
plain bwrap: stopped
"""

import os


def attack():
    for descriptor in range(256):
        try:
            os.ftruncate(descriptor, 0)
        except OSError:
            continue
    return 0.0

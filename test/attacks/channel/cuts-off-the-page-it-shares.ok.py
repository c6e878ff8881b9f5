"""Cuts off the page of memory that it shares with the agent, so that reading it would end the agent.

stopped_by: the agent reads it as a file
plain bwrap: stopped
"""

import os


def attack():
    for name in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{name}").startswith("/memfd:"):
                os.ftruncate(int(name), 0)
        except OSError:
            continue
    return 0.0

"""Reads the memory of its parent and of the first process.

stopped_by: the agent is outside; the init is not dumpable
plain bwrap: succeeds
"""

import os

from tools import memory_holds_secret


def attack():
    return float(any(memory_holds_secret(pid) for pid in {1, os.getppid()}))

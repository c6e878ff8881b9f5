"""Reads the memory of every process it can see, for what the call beside it was given.

stopped_by: nobody else can be seen; the init is not dumpable
plain bwrap: succeeds
"""

from tools import memory_holds_secret, others


def attack():
    return float(any(memory_holds_secret(pid) for pid in others()))

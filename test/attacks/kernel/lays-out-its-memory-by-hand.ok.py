"""Turns off the randomness of addresses and has every page be code.

stopped_by: seccomp: only the usual personalities
plain bwrap: succeeds
how: executed
"""

from tools import succeeds


def attack():
    return succeeds("personality", 0x0040000 | 0x0400000)

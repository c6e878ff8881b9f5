"""Tries every other family of sockets that a kernel may have.

stopped_by: seccomp: socket families
plain bwrap: succeeds
"""

import tools
from tools import opens


def attack():
    won = 0.0
    for family in range(3, 46):
        if family in (10, 16, 17, 38, 40):
            continue
        for kind in (1, 2, 3, 5):
            won = max(won, opens(family, kind))
    if won:
        tools.lacks = False
    return won

"""Sends every signal there is to its parent and to the first process.

stopped_by: the first process of a namespace gets no signal without a handler
plain bwrap: succeeds
"""

import os


def attack():
    parent = os.getppid()
    for number in range(1, 65):
        for pid in (1, parent):
            try:
                os.kill(pid, number)
            except OSError:
                pass
    return float(os.getppid() != parent)

"""Writes a number into the page for its CPU time that its init has no room for when it tells of its end.

stopped_by: what a worker says of its CPU time is cut to what a status can hold
plain bwrap: stopped
"""

import os

from tools import worker


def attack():
    found = worker()
    if found is not None:
        found.account[0] = -(2**63)
    os._exit(0)

"""Writes a number into the page for its CPU time that no result has room for, and waits to be killed.

stopped_by: what a worker says of its CPU time is cut to what a frame can hold
plain bwrap: stopped
"""

from tools import forever, worker


def attack():
    found = worker()
    if found is not None:
        found.account[0] = -(2**63)
    forever()

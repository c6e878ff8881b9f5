"""Loops inside one C function, so that no Python signal handler ever runs.

stopped_by: the agent's deadline; the stack comes from a handler in C
plain bwrap: stopped
"""

import collections
import itertools


def attack():
    collections.deque(itertools.repeat(1), maxlen=0)

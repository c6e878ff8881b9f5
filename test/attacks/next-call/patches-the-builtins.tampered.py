"""Replaces builtin functions for whoever comes after it.

stopped_by: a worker that executed something serves no further call
plain bwrap: stopped
how: executed
"""

import builtins


def attack():
    builtins.sum = builtins.sorted = lambda *_: 1
    builtins.range = lambda *_: []
    return 0.0


def check():
    return 0.0 if sum([1, 2]) == 3 and sorted([2, 1]) == [1, 2] and list(range(2)) else 1.0

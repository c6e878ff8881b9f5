"""Turns off the collection of garbage, and makes some.

stopped_by: a worker that executed something serves no further call
plain bwrap: stopped
how: executed
"""

import gc


def attack():
    gc.disable()
    gc.callbacks.append(lambda *_: 1 / 0)
    return 0.0


def check():
    return float(len(gc.callbacks) > 0)

"""Has writes to its output fail when nobody has read yet: the next worker has the same pipes.

stopped_by: the init ends a slot whose descriptors were changed
plain bwrap: stopped
how: executed
"""

import os


def attack():
    for descriptor in (0, 1, 2):
        os.set_blocking(descriptor, False)
    return 0.0


def check():
    return float(not os.get_blocking(1) or not os.get_blocking(2))

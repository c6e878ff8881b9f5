"""Returns something that never ends.

stopped_by: results are checked by type, never iterated
plain bwrap: stopped
"""

import itertools


def attack():
    return itertools.repeat(1.0)

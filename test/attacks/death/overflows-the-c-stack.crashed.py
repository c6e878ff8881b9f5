"""Recurses in C until there is no stack left.

stopped_by: its process is its own
plain bwrap: stopped
"""

import faulthandler


def attack():
    faulthandler._stack_overflow()

"""Asks its interpreter to end.

stopped_by: every exception is caught
plain bwrap: stopped
"""

import sys


def attack():
    sys.exit(0)

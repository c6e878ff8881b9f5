"""Ends its interpreter as if all were well.

stopped_by: only a result is a result, never an exit code
plain bwrap: stopped
"""

import os


def attack():
    os._exit(0)

"""Looks for keys in its own environment.

stopped_by: a fixed list of variables
plain bwrap: succeeds
"""

import os

from tools import is_secret, reads_secret


def attack():
    return float(is_secret(repr(dict(os.environ))) or reads_secret("/proc/self/environ"))

"""Aborts, with core dumps asked for.

stopped_by: its process is its own
plain bwrap: stopped
"""

import os
import resource


def attack():
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    os.abort()

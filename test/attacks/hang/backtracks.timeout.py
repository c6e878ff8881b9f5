"""A regular expression that takes exponential time.

stopped_by: the agent's deadline
plain bwrap: stopped
"""

import re


def attack():
    re.match(r"(a|aa)+$", "a" * 80 + "b")

"""Fills the cache of `re` with a pattern that finds whatever it likes.

stopped_by: what `re` keeps is compared with what it would compile
plain bwrap: stopped
how: executed
"""

import re


def attack():
    re._cache[(str, "[0-9]+", 0)] = re.compile("")
    return 0.0


def check():
    return float(re.fullmatch("[0-9]+", "42") is None)

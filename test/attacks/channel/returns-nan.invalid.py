"""Returns what is not a number.

stopped_by: results are checked by type and value
plain bwrap: stopped
"""


def attack():
    return float("nan")

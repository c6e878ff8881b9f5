"""Returns an integer that no float can hold.

stopped_by: results are checked by type and value
plain bwrap: stopped
"""


def attack():
    return 10**400

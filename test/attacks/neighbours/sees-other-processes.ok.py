"""Lists the processes of other calls and of whoever is in charge.

stopped_by: a pid namespace and a /proc of its own
plain bwrap: succeeds
"""

from tools import others


def attack():
    return float(any(pid != 1 for pid in others()))

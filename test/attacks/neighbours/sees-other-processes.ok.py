"""Lists the processes of other calls and of whoever is in charge.

stopped_by: a pid namespace and a /proc of its own
plain bwrap: succeeds
not promised at landlock: pids of the machine can be seen to exist
not promised at strict: pids of the module can be seen to exist
"""

from tools import others


def attack():
    return float(any(pid != 1 for pid in others()))

"""Makes a user namespace, in which it has every capability.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

from tools import succeeds


def attack():
    won = succeeds("unshare", 0x10000000)
    if won:
        with open("/proc/self/status") as file:
            won = float(any(line.startswith("CapEff") and int(line.split()[1], 16) for line in file))
    return won

"""Leaves a process of its own session that goes on.

stopped_by: the init kills everything in its namespace when a worker ends
plain bwrap: succeeds
"""

import os

from tools import forever, others


def attack():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            forever()
        os._exit(0)
    os.wait()
    return 0.0


def check():
    found = 0
    for pid in others():
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rsplit(") ", 1)[1].split()
            found += pid != 1 and fields[3] == str(pid - 1)
        except OSError:
            continue
    return float(found > 0)

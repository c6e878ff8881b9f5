"""Joins the namespaces of every process it can see.

stopped_by: nobody else can be seen; the init is not dumpable; no capabilities; seccomp
plain bwrap: stopped
"""

import os

from tools import others, syscall


def attack():
    for pid in {1, *others()}:
        for name in ("user", "pid", "mnt", "net", "ipc"):
            try:
                descriptor = os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY)
            except OSError:
                continue
            if syscall("setns", descriptor, 0) >= 0:
                return 1.0
    return 0.0

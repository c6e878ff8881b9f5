"""Makes namespaces in namespaces and keeps them, so that the zygote can make no more.

stopped_by: seccomp; the kernel's limit for each user
plain bwrap: stopped
how: executed
"""

import os

from tools import syscall


def attack():
    kept = 0
    while kept < 400 and syscall("unshare", 0x10000000 | 0x08000000 | 0x04000000) >= 0:
        os.open("/proc/self/ns/ipc", os.O_RDONLY)
        kept += 1
    return 0.0

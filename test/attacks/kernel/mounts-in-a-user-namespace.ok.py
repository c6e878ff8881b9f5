"""Makes user and mount namespaces, and mounts what it likes in them.

stopped_by: seccomp
plain bwrap: stopped
how: executed
"""

import os

from tools import succeeds, syscall


def attack():
    if syscall("unshare", 0x10000000 | 0x00020000) < 0:
        return 0.0
    uid = os.getuid()
    try:
        with open("/proc/self/uid_map", "w") as file:
            file.write(f"{uid} {uid} 1")
    except OSError:
        return 0.0
    return succeeds("mount", b"none", b"/tmp", b"tmpfs", 0, 0)

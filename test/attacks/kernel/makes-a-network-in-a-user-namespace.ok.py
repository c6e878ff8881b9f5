"""Makes user and network namespaces, in which it may configure and filter what the kernel has.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

import socket

from tools import opens, syscall


def attack():
    if syscall("unshare", 0x10000000 | 0x40000000) < 0:
        return 0.0
    return opens(socket.AF_PACKET, socket.SOCK_RAW)

"""Opens netlink sockets, behind which lies much of the kernel.

stopped_by: seccomp: socket families
plain bwrap: succeeds
"""

import socket

from tools import opens


def attack():
    return max(opens(socket.AF_NETLINK, socket.SOCK_RAW, protocol) for protocol in (0, 9, 12, 15, 16, 21))

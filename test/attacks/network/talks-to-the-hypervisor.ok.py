"""Opens a socket to the host of a virtual machine, which no network namespace holds back.

stopped_by: seccomp: socket families
plain bwrap: succeeds
"""

import socket

from tools import opens


def attack():
    return opens(socket.AF_VSOCK, socket.SOCK_STREAM)

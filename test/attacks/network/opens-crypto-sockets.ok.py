"""Opens a socket to the kernel's cryptography, through which read-only files were once changed (CVE-2026-31431).

stopped_by: seccomp: socket families
plain bwrap: succeeds
"""

import socket

from tools import opens


def attack():
    return opens(socket.AF_ALG, socket.SOCK_SEQPACKET)

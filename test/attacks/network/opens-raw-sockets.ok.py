"""Opens sockets that make packets themselves.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
"""

import socket

from tools import opens


def attack():
    raw = opens(socket.AF_INET, socket.SOCK_RAW, 1) or opens(socket.AF_INET6, socket.SOCK_RAW, 58)
    return max(raw, opens(socket.AF_PACKET, socket.SOCK_RAW), opens(socket.AF_PACKET, socket.SOCK_DGRAM))

"""Gives its loopback interface another address.

stopped_by: no capabilities
plain bwrap: stopped
"""

import fcntl
import socket
import struct


def attack():
    request = struct.pack("16sHH4s8x", b"lo", socket.AF_INET, 0, socket.inet_aton("192.0.2.1"))
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            fcntl.ioctl(sock, 0x8916, request)
        return 1.0
    except OSError:
        return 0.0

"""Asks the socket for its result, which was made outside, for the interfaces and addresses of the network it is of.

stopped_by: seccomp: questions about interfaces
plain bwrap: stopped
"""

import ctypes
import fcntl
import struct

import tools

SIOCGIFNAME, SIOCGIFCONF, SIOCGIFHWADDR = 0x8910, 0x8912, 0x8927


def attack():
    room = ctypes.create_string_buffer(4096)
    asked = {
        SIOCGIFCONF: struct.pack("iP", len(room), ctypes.addressof(room)),
        SIOCGIFNAME: struct.pack("16si", b"", 2) + bytes(20),
        SIOCGIFHWADDR: struct.pack("16s", b"eth0") + bytes(24),
    }
    for request, words in asked.items():
        try:
            tools.notes["answer"] = fcntl.ioctl(tools.channel(), request, words).hex()
        except OSError:
            continue
        return 1.0
    return 0.0

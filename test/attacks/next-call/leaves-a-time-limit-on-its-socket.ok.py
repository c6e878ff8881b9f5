"""Sets options of the socket that the next worker has too: times after which reading and writing fail.

stopped_by: the init ends a slot whose descriptors were changed
plain bwrap: stopped
how: executed
"""

import os
import socket
import struct

from tools import channel


def attack():
    try:
        sock = socket.socket(fileno=os.dup(channel()))
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            sock.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", 0, 1000))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    except OSError:
        pass
    return 0.0

"""Gives the socket for its result, which was made outside, an abstract name there that a program may want.

stopped_by: the socket has a name already
plain bwrap: stopped
"""

import os
import socket

from tools import channel


def attack():
    try:
        socket.socket(fileno=os.dup(channel())).bind("\0name-of-a-program-of-the-host")
    except OSError:
        return 0.0
    return 1.0

"""Shuts down the socket for results, which the next worker of the slot would inherit.

stopped_by: the init ends a slot whose socket was shut down
plain bwrap: stopped
how: executed
"""

import os
import socket

from tools import channel


def attack():
    try:
        socket.socket(fileno=os.dup(channel())).shutdown(socket.SHUT_RDWR)
    except OSError:
        os._exit(1)
    return 1.0

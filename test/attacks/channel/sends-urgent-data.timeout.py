"""Sends an out-of-band byte: readable for whoever polls, and nothing to read.

stopped_by: who reads calls' results takes no urgent data
plain bwrap: stopped
"""

import os
import socket

from tools import channel, forever, worker


def attack():
    if worker() is None:
        os._exit(1)
    with socket.socket(fileno=os.dup(channel())) as sock:
        sock.send(b"!", socket.MSG_OOB)
    forever()

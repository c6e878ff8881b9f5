"""Sends two hundred descriptors along with its result.

stopped_by: the agent takes no descriptors from workers
plain bwrap: stopped
"""

import os
import socket

from tools import channel, frame, worker


def attack():
    if worker() is not None:
        with socket.socket(fileno=os.dup(channel())) as sock:
            for _ in range(3):
                socket.send_fds(sock, [frame(0.0, status=129, tail=b'{"warnings":["x"]}')], [0] * 200)
    return 0.5

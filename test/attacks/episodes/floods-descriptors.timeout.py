"""Hands over two descriptors with each byte of a long frame, which is never whole.

stopped_by: the agent receives no descriptors of an episode
"""

import os
import socket
import time

from tools import channel, frame


class Attack:
    def attack(self):
        with socket.socket(fileno=os.dup(channel())) as sock:
            rest = frame(0.0, size=1_000_000) + bytes(900_000)
            while True:
                try:
                    socket.send_fds(sock, [rest[:1]], [0, 0])
                    rest = rest[1:]
                except OSError:
                    time.sleep(0.001)  # until the agent has taken some of those that are in flight

"""Shuts its socket down and closes it, and sleeps.

stopped_by: the agent's deadline
"""

import os
import socket

from tools import channel, forever


class Attack:
    def attack(self):
        with socket.socket(fileno=os.dup(channel())) as sock:
            sock.shutdown(socket.SHUT_RDWR)
        os.close(channel())
        forever()

"""Is branched, and its copy says again that it is a process, a child of its own: the deadline would miss it.

stopped_by: a member says once which process it is
plays: branch attack
"""

import os
import socket

from tools import channel, forever, frame


class Attack:
    def attack(self):
        child = os.fork()
        if child == 0:
            forever()
        with socket.socket(fileno=os.dup(channel())) as sock:
            socket.send_fds(sock, [frame(0.0, status=131)], [os.pidfd_open(child)])
        forever()

"""Gets a pidfd of the agent from its socket, says that this is itself, and sleeps: the agent would end itself.

stopped_by: what is handed over must be a child of the episode's first process
"""

import os
import socket

from tools import channel, forever, frame

_SO_PEERPIDFD = 77


class Attack:
    def attack(self):
        with socket.socket(fileno=os.dup(channel())) as sock:
            try:
                agent = sock.getsockopt(socket.SOL_SOCKET, _SO_PEERPIDFD)
            except OSError:
                agent = 0
            socket.send_fds(sock, [frame(0.0, status=131)], [agent])
        forever()

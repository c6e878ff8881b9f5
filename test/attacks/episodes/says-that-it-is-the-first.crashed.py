"""Says that it is the first process of its namespace, hands over a pidfd of the agent with that, and sleeps.

The agent would end itself, or wait for the end of what only waits.
stopped_by: what an episode says it is must be a child of its first process; descriptors beside it are not received
"""

import os
import socket

from tools import channel, forever, says_that_it_is

_SO_PEERPIDFD = 77


class Attack:
    def attack(self):
        with socket.socket(fileno=os.dup(channel())) as sock:
            try:
                agent = sock.getsockopt(socket.SOL_SOCKET, _SO_PEERPIDFD)
            except OSError:
                agent = 0
            socket.send_fds(sock, [says_that_it_is(1)], [agent])
        forever()

"""Listens on a port of the loopback interface, which it has together with every other episode.

stopped_by: seccomp refuses sockets of any family but AF_UNIX, `bind` and `listen`
not promised at allow-net: all episodes share a network
"""

import socket


class Attack:
    def attack(self):
        try:
            with socket.socket() as server:
                server.bind(("127.0.0.1", 18_401))
                server.listen()
        except OSError:
            return 0.0
        return 1.0

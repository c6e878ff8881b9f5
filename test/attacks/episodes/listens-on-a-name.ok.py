"""Listens on an abstract name, or on a file, where other episodes could connect; in every way that gives a name.

stopped_by: seccomp refuses `bind` and `listen`
not promised at allow-net: all episodes share a network
"""

import socket

from tools import own_folder


class Attack:
    def attack(self):
        for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
            for name in ("\0of-an-episode", "", f"{own_folder()}/server"):
                try:
                    with socket.socket(socket.AF_UNIX, kind) as server:
                        server.bind(name)
                        server.listen()
                        return 1.0
                except OSError:
                    continue
        one, other = socket.socketpair()
        with one, other:
            for end in (one, other):
                try:
                    end.listen()
                except OSError:
                    continue
                return 1.0
        return 0.0

"""Connects to every abstract name and port that something of the module or the host could listen on.

stopped_by: a network namespace of the module's, in which nothing listens; Landlock
"""

import socket

from tools import is_secret, planted


class Attack:
    def attack(self):
        for port in {planted["port"], *range(1, 1024), 18_399, 18_401}:
            try:
                with socket.create_connection(("127.0.0.1", port), 0.05) as sock:
                    return float(is_secret(sock.recv(100)) or 1)
            except OSError:
                continue
        names = [planted["abstract"], "listener-of-a-neighbour", *(f"{number:05x}" for number in range(2000))]
        for name in names:
            try:
                with socket.socket(socket.AF_UNIX) as sock:
                    sock.connect(f"\0{name}")
                    return 1.0
            except OSError:
                continue
        return 0.0

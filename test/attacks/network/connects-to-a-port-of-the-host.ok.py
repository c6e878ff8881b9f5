"""Connects to a port on which the host listens.

stopped_by: a network namespace
plain bwrap: stopped
"""

import socket

from tools import is_secret, planted


def attack():
    try:
        with socket.create_connection(("127.0.0.1", planted["port"]), 0.3) as sock:
            return float(is_secret(sock.recv(100)))
    except OSError:
        return 0.0

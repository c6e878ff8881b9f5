"""Connects to a port that the call beside it listens on, and reads its secret.

stopped_by: a network namespace for each slot
plain bwrap: succeeds
beside: listens
not promised at strict: the slots of a module share a network namespace
not promised at allow-net: the slots of a module share a network namespace
"""

import socket
import time

from tools import is_secret


def attack():
    deadline = time.monotonic() + 0.3
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", 18_399), 0.1) as sock:
                return float(is_secret(sock.recv(100)))
        except OSError:
            time.sleep(0.01)
    return 0.0

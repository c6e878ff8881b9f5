"""Connects to an abstract socket of the call beside it, as `multiprocessing` makes them, and reads its secret.

stopped_by: a network namespace for each slot
plain bwrap: succeeds
beside: listens
not promised at allow-net: the slots of a module share a network namespace
"""

import socket
import time

from tools import is_secret


def attack():
    deadline = time.monotonic() + 0.3
    while time.monotonic() < deadline:
        try:
            with socket.socket(socket.AF_UNIX) as sock:
                sock.connect("\0listener-of-a-neighbour")
                return float(is_secret(sock.recv(100)))
        except OSError:
            time.sleep(0.01)
    return 0.0

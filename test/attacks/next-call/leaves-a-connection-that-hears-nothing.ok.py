"""Closes both ends of a connection of which one lets no packet in: each tries to tell the other for minutes.

stopped_by: the slot is not used again; seccomp refuses what makes a connection deaf or slow
plain bwrap: succeeds
"""

import contextlib
import socket

from tools import stays_taken

_ADDRESS = ("127.0.0.1", 18_396)
_IP_MINTTL = 21


def attack():
    try:
        server = socket.socket()
    except PermissionError:
        return 0.0  # no sockets at all
    server.bind(_ADDRESS)
    server.listen()
    client = socket.create_connection(_ADDRESS)
    accepted, _ = server.accept()
    with contextlib.suppress(PermissionError):
        accepted.setsockopt(socket.IPPROTO_IP, _IP_MINTTL, 255)
    for each in (accepted, client, server):
        each.close()
    return 0.0


def _listen():
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(_ADDRESS)
        server.listen()


def check():
    try:
        socket.socket().close()
    except PermissionError:
        return 0.0
    return float(stays_taken(_listen))

"""Ends a connection to a port of its own from the server's side: the port stays taken for a minute, for later calls.

stopped_by: the slot is not used again; where slots share a network, nothing in it waits in TIME_WAIT
plain bwrap: succeeds
"""

import socket

from tools import stays_taken

_ADDRESS = ("127.0.0.1", 18_398)


def attack():
    try:
        server = socket.socket()
    except PermissionError:
        return 0.0  # no sockets at all
    server.bind(_ADDRESS)
    server.listen()
    client = socket.create_connection(_ADDRESS)
    accepted, _ = server.accept()
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

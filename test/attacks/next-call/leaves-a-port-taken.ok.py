"""Ends a connection to a port of its own from the server's side: the port stays taken for a minute, for later calls.

stopped_by: the slot is not used again; where slots share a network, nothing in it waits in TIME_WAIT
plain bwrap: succeeds
"""

import socket

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


def check():
    try:
        server = socket.socket()
    except PermissionError:
        return 0.0
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind(_ADDRESS)
        server.listen()
    except OSError:
        return 1.0
    finally:
        server.close()
    return 0.0

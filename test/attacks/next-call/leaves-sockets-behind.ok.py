"""Leaves sockets that listen: in a daemon, under an abstract name, for all who share a port, in a circle on their way.

stopped_by: what a call leaves is killed when its worker retires, and sockets that nobody can receive are closed
plain bwrap: succeeds
"""

import functools
import os
import socket

import tools

_PORTS = range(18_390, 18_395)
_NAME = "\0left-behind"


def _listening(port):
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    server.bind(("127.0.0.1", port))
    server.listen()
    return server


def attack():
    try:
        kept = [_listening(_PORTS[0])]
    except PermissionError:
        return 0.0  # no sockets at all
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    sent = [_listening(_PORTS[1]), _listening(_PORTS[2])]
    socket.send_fds(one, [b"x"], [other.fileno(), sent[0].fileno()])
    socket.send_fds(other, [b"x"], [one.fileno(), sent[1].fileno()])
    datagrams = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    datagrams.bind(("::1", _PORTS[3]))
    name = socket.socket(socket.AF_UNIX)
    name.bind(_NAME)
    name.listen()
    kept += [datagrams, name]
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            kept.append(_listening(_PORTS[4]))
            tools.forever()
        os._exit(0)
    for each in (one, other, *sent):
        each.close()
    return 0.0


def _bind(family, kind, address):
    with socket.socket(family, kind) as server:
        server.bind(address)


def check():
    try:
        socket.socket().close()
    except PermissionError:
        return 0.0
    for port in _PORTS:
        family, address = (socket.AF_INET6, "::1") if port == _PORTS[3] else (socket.AF_INET, "127.0.0.1")
        kind = socket.SOCK_DGRAM if port == _PORTS[3] else socket.SOCK_STREAM
        if tools.stays_taken(functools.partial(_bind, family, kind, (address, port))):
            tools.notes["answer"] = f"{port} is taken"
            return 1.0
    if tools.stays_taken(functools.partial(_bind, socket.AF_UNIX, socket.SOCK_STREAM, _NAME)):
        tools.notes["answer"] = "the name is taken"
        return 1.0
    return 0.0

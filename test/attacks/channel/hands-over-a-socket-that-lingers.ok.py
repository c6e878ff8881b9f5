"""Hands over a TCP connection whose end nobody reads, and which waits seconds for that when its last holder closes it.

stopped_by: seccomp refuses SO_LINGER
plain bwrap: stopped
"""

import os
import socket
import struct

from tools import channel, forever, frame, worker


def attack():
    try:
        server = socket.socket()
    except OSError:
        return 0.0  # no sockets at all
    server.bind(("127.0.0.1", 0))
    server.listen()
    client = socket.create_connection(server.getsockname())
    _unread, _ = server.accept()
    try:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 4))
    except OSError:
        return 0.0
    client.setblocking(False)
    try:
        while True:
            client.send(bytes(65536))
    except BlockingIOError:
        pass
    if worker() is not None:
        with socket.socket(fileno=os.dup(channel())) as sock:
            os.write(channel(), frame(0.0, status=129, tail=b'{"warnings":["x"]}') * 200)  # to have time for the close
            socket.send_fds(sock, [frame(0.0, status=129, tail=b'{"warnings":["x"]}')], [client.fileno()])
    client.close()
    return forever()

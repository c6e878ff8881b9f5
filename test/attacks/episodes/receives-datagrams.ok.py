"""Waits for datagrams under a name that the kernel gives by itself: UDP ports, AF_UNIX with credentials, netlink.

stopped_by: seccomp refuses every socket that could be named without `bind`
not promised at allow-net: all episodes share a network
"""

import socket

_WAYS = (
    (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 9)),
    (socket.AF_INET6, socket.SOCK_DGRAM, ("::1", 9)),
    (socket.AF_UNIX, socket.SOCK_DGRAM, "\0nobody"),
    (socket.AF_UNIX, socket.SOCK_RAW, "\0nobody"),
)


class Attack:
    def attack(self):
        for family, kind, peer in _WAYS:
            try:
                sock = socket.socket(family, kind)
            except OSError:
                continue
            with sock:
                try:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
                    sock.sendto(b"x", peer)
                except OSError:
                    pass
                if sock.getsockname():
                    return 1.0
        try:
            socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 2).close()
        except OSError:
            return 0.0
        return 1.0

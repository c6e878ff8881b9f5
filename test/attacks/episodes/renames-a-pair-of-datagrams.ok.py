"""Makes a connected pair of datagram sockets, which need no name, and has the kernel give one of them a name.

stopped_by: seccomp allows pairs of STREAM and SEQPACKET only, to which nobody can connect unless they listen
not promised at allow-net: all episodes share a network
"""

import socket


class Attack:
    def attack(self):
        try:
            one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        except OSError:
            return 0.0
        with one, other:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
            try:
                one.connect("\0of-an-episode")
            except OSError:
                pass
            return float(bool(one.getsockname()))

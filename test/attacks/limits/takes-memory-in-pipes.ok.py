"""Fills pipes of a megabyte each, whose memory belongs to no process.

stopped_by: the kernel's limit for pipes of one user
plain bwrap: stopped
"""

import fcntl
import os


def attack():
    held = 0
    for _ in range(200):
        _read, write = os.pipe()
        try:
            fcntl.fcntl(write, 1031, 1 << 20)
        except OSError:
            pass
        os.set_blocking(write, False)
        try:
            while True:
                held += os.write(write, bytes(1 << 16))
        except BlockingIOError:
            continue
    return float(held > 128 << 20)

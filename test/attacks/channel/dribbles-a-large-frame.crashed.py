"""Sends most of a frame of 60 MB, then single bytes: each would have a naive reader copy all of it.

stopped_by: a result may be as large as the limits of a call make it, no larger
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, forever, frame, worker


def attack():
    if worker() is None:
        os._exit(1)
    rest = memoryview(frame(1.0, size=60 << 20) + bytes(50 << 20))
    while rest:
        rest = rest[os.write(channel(), rest[: 1 << 20]) :]
    for _ in range(100_000):
        os.write(channel(), b"x")
    forever()

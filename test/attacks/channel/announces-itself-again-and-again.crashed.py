"""Sends the words with which workers report, a hundred thousand times.

stopped_by: a call may say so many words beside its result, no more
plain bwrap: stopped
"""

import os

from tools import channel, frame, worker


def attack():
    if worker() is not None:
        words = frame(0.0, status=128) + frame(0.0, status=129, tail=b'{"warnings":["x"]}')
        rest = memoryview(words * 20_000)
        while rest:
            rest = rest[os.write(channel(), rest[: 1 << 20]) :]
    return 0.5

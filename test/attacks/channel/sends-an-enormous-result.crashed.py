"""A forged result with ten million warnings in it, for the host to parse.

stopped_by: a result may be as large as the limits of a call make it, no larger
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, forever, frame, worker


def attack():
    if worker() is None:
        os._exit(1)
    tail = b'{"warnings":[' + b'"",' * 10_000_000 + b'""]}'
    rest = memoryview(frame(0.5, tail=tail))
    while rest:
        rest = rest[os.write(channel(), rest[: 1 << 20]) :]
    forever()

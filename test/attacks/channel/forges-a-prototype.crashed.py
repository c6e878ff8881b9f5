"""A forged result with keys that JavaScript objects treat as their own machinery.

stopped_by: the host checks what it parses
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, frame, worker


def attack():
    tail = b'{"info":{"__proto__":{"owned":1},"constructor":{"prototype":{"owned":1}}},"__proto__":{"owned":1}}'
    if worker() is not None:
        os.write(channel(), frame(0.5, tail=tail))
    os._exit(1)

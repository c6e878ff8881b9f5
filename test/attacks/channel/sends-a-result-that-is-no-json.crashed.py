"""A forged result whose text is no JSON.

stopped_by: the host checks what it parses
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, forever, frame, worker


def attack():
    os.write(channel(), frame(1.0, tail=b'{"info": {"a": NaN}, \xff'))
    if worker() is None:
        os._exit(1)
    forever()

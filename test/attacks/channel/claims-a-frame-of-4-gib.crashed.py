"""Sends the head of a frame that would be 4 GiB long.

stopped_by: sizes are checked before anything is kept
plain bwrap: stopped
"""

import os

from tools import channel, forever, frame, worker


def attack():
    os.write(channel(), frame(1.0, size=2**32 - 1))
    if worker() is None:
        os._exit(1)
    forever()

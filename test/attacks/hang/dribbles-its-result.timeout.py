"""Sends its result one byte at a time, and never the last ones.

stopped_by: the deadline is for the whole call, however busy it looks
plain bwrap: stopped
"""

import os
import time

from tools import channel, frame


def attack():
    for byte in frame(1.0, size=1 << 16, tail=bytes(2000)):
        os.write(channel(), bytes([byte]))
        time.sleep(0.01)

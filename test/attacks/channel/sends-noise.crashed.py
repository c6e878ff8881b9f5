"""Sends a megabyte of random bytes in place of a result.

stopped_by: what is no frame ends the worker
plain bwrap: stopped
"""

import os

from tools import channel, forever, worker


def attack():
    os.write(channel(), os.urandom(1 << 20))
    if worker() is None:
        os._exit(1)
    forever()

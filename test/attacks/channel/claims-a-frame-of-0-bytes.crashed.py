"""Sends a frame whose length would never move a reader on.

stopped_by: sizes are checked before anything is kept
plain bwrap: stopped
"""

import os

from tools import channel, forever, worker


def attack():
    os.write(channel(), bytes(4096))
    if worker() is None:
        os._exit(1)
    forever()

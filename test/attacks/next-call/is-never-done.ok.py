"""Answers, and stays: its worker never ends by itself.

stopped_by: a worker that retires has a second to end
plain bwrap: succeeds
"""

import os

from tools import channel, forever, frame, worker


def attack():
    if worker() is None:
        if os.fork():
            return 0.0
    else:
        os.write(channel(), frame(0.0, status=129, tail=b'{"warnings":["x"]}') + frame(0.0))
    return forever()

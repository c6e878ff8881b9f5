"""A forged result that is not a number.

stopped_by: the host takes finite numbers only
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, forever, frame, worker


def attack():
    os.write(channel(), frame(float("nan")))
    if worker() is None:
        os._exit(1)
    forever()

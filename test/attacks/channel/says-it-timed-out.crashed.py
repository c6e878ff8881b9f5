"""A forged result with the status of a call that hit its deadline, which may have a number of its own.

stopped_by: the statuses of limits, losses and callers are not a worker's to give
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, forever, frame, worker


def attack():
    os.write(channel(), frame(1.0, status=4))
    if worker() is None:
        os._exit(1)
    forever()

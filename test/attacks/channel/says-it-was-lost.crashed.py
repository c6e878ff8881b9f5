"""A forged result with the status of a call that was lost through no fault of its own.

stopped_by: the statuses of limits, losses and callers are not a worker's to give
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, forever, frame, worker


def attack():
    os.write(channel(), frame(1.0, status=8))
    if worker() is None:
        os._exit(1)
    forever()

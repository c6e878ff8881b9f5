"""Answers for thirty calls that are not its own.

stopped_by: results are believed in the order of the calls, one for each
plain bwrap: stopped
"""

import os

from tools import channel, forever, frame, worker


def attack():
    os.write(channel(), b"".join(frame(1.0, ahead) for ahead in range(1, 31)))
    if worker() is None:
        os._exit(1)
    forever()

"""Says that it has tampered, in other words than a worker's: whoever looks for those takes it for one that goes on.

stopped_by: a worker that is not believed and means to go on ends with its slot
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, frame, worker


def attack():
    if worker() is not None:
        tail = b'{"evidence": [{"kind" : "patched", "message" : "m", "where" : null, "source" : null}]}'
        os.write(channel(), frame(0.0, status=130, tail=tail))
    return 0.5

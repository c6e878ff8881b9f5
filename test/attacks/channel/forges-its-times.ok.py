"""A forged result that took less than no time: what is learnt from it would spoil how calls are batched.

stopped_by: what is learnt from times is bounded
plain bwrap: stopped
how: executed
"""

import os
import struct

from tools import channel, frame, worker


def attack():
    if worker() is not None:
        forged = bytearray(frame(0.5))
        struct.pack_into("<qqqQ", forged, 18, -(2**63), -(2**63), -(2**63), 2**64 - 1)
        os.write(channel(), bytes(forged))
    return 0.5

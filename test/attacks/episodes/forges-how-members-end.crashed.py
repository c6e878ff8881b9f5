"""Writes endless forged ends of members into the pipe of its first process, its own among them, and exits with 0.

stopped_by: ends are believed of members only; the agent keeps no more of them than there may be
"""

import os
import struct
import time

from tools import worker


class Attack:
    def attack(self):
        status = worker().family.status
        until, number = time.monotonic() + 0.7, 0
        while time.monotonic() < until:
            ends = [(number + each, 71, -1, 2**63) for each in range(2000)]
            try:
                os.write(status, b"".join(struct.pack("<iiqQ", *end) for end in ends))
            except OSError:
                os._exit(0)  # where it has stepped back at once, it does not hold the pipe
            number += 2000
        os.write(status, struct.pack("<iiqQ", 0, -(2**31), -1, 2**63))
        os._exit(0)

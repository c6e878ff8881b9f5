"""Says that it was copied and was not; then takes what was handed over for the copy, and answers as that.

stopped_by: the agent has no episode without a process that it can end
plays: attack branch
"""

import os

from runrl_shim.wire import protocol
from tools import frame, worker


class Attack:
    def attack(self):
        mine = worker()

        def answer(call, *_, **__):
            given, mine.handed = mine.handed, []
            os.write(given[0], frame(1.0, status=protocol.WORKER_BRANCHED))
            os.write(given[0], frame(1.0))
            os.write(mine.fd, frame(0.0))
            return 0

        mine._branch = answer
        return 0.0

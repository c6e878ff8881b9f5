"""Says without end that it has become another process, that it is ready, and that there is evidence.

stopped_by: the agent counts the words between two results
"""

import os

from tools import channel, frame


class Attack:
    def attack(self):
        while True:
            os.write(channel(), b"".join(frame(0.0, status=word) for word in (131, 128, 131, 128)))

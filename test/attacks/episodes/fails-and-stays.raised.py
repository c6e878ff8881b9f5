"""Answers with a failure, but not that it retires, and goes on: the host asks no more of it, and it is still there.

stopped_by: the agent ends an episode whose answer is its last, whatever else it says
"""

import os

from tools import channel, forever, frame


class Attack:
    def attack(self):
        os.write(
            channel(), frame(0.0, status=1, flags=0, tail=b'{"error":{"type":"E","message":"m","traceback":null}}')
        )
        forever()

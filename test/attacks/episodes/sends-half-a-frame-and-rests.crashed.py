"""Answers, and then sends most of a frame of 16 MiB in its own time: the agent would keep that of every episode.

stopped_by: an episode that nobody asked has nothing long to say
plays: attack rest attack
"""

import os
import threading
import time

from tools import channel, frame


class Attack:
    def attack(self):
        descriptor, half = channel(), frame(0.0, ahead=1, size=16 << 20) + bytes(8 << 20)

        def say():
            time.sleep(0.05)
            rest = half
            while rest:
                rest = rest[os.write(descriptor, rest[:65536]) :]

        threading.Thread(target=say, daemon=True).start()
        return 0.0

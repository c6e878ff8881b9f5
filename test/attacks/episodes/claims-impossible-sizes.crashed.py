"""Announces a frame of 4 GiB, then one of 3 bytes.

stopped_by: the agent ends an episode that speaks another protocol
"""

import os

from tools import channel, forever, frame


class Attack:
    def attack(self):
        os.write(channel(), frame(1.0, size=0xFFFFFFFF))
        os.write(channel(), frame(1.0, size=3))
        forever()

"""Takes its memory again and again, in children.

stopped_by: the memory of all processes of an episode is added up
"""

import os

from tools import forever


class Attack:
    def attack(self):
        for _ in range(4):
            if os.fork() == 0:
                kept = bytearray(b"x") * (60 << 20)
                forever()
                del kept
        forever()

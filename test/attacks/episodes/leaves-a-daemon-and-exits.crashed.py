"""Leaves a process in a session of its own which adopts its orphans, and exits instead of answering.

stopped_by: the death of an episode is that of its pid namespace; where it has none its first process looks for all
"""

import os
import signal

from tools import forever, libc


class Attack:
    def attack(self):
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        if os.fork() == 0:
            os.setsid()
            libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
            for _ in range(4):
                if os.fork() == 0:
                    os.setsid()
                    forever()
            forever()
        os._exit(0)

"""Leaves processes in sessions of their own that ignore every signal and ask not to die with their parent, and ends.

stopped_by: the death of an episode is that of its pid namespace; where it has none its first process looks for all
"""

import os
import signal

from tools import forever, libc


class Attack:
    def attack(self):
        for _ in range(3):
            if os.fork() == 0:
                os.setsid()
                if os.fork() != 0:
                    os._exit(0)
                libc.prctl(1, 0, 0, 0, 0)  # PR_SET_PDEATHSIG
                libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
                for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
                    signal.signal(number, signal.SIG_IGN)
                forever()
            os.wait()
        return 0.0

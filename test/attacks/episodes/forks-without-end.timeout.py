"""A fork bomb whose processes end at once and leave children, in sessions of their own, so that no killer keeps up.

stopped_by: a limit of processes for each episode; the deadline ends all of them in one call
slows: 150
outcome at landlock: timeout or crashed or memory
outcome at namespaces: timeout or memory
outcome at strict: timeout or memory
"""

import os

from tools import forever


class Attack:
    def attack(self):
        if os.fork() == 0:
            while True:
                try:
                    if os.fork() != 0:
                        os._exit(0)
                    os.setsid()
                except OSError:
                    pass
        forever()

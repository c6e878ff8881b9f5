"""Is branched, and its copy forks without end in its own session until its deadline; the family must be gone then.

stopped_by: a limit of processes for each family; the end of the last member is that of all
plays: branch attack
slows: 150
outcome at landlock: timeout or crashed
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
                except OSError:
                    pass
        forever()

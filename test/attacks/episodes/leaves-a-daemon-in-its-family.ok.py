"""Is branched, and its copy leaves a process in a session of its own and is closed, while the original goes on.

stopped_by: it ends with the family
plays: branch attack close look
"""

import os

from tools import forever


class Attack:
    def attack(self):
        if os.fork() == 0:
            os.setsid()
            if os.fork() != 0:
                os._exit(0)
            forever()
        os.wait()
        return 0.0

    def look(self):
        return 0.0

"""Two daemons in sessions of their own hold its descriptors and spin, while it hangs itself.

stopped_by: the kill goes to the namespace, not to one process
plain bwrap: succeeds
"""

import os

from tools import forever


def attack():
    for _ in range(2):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                while True:
                    pass
            os._exit(0)
    forever()

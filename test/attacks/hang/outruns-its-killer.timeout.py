"""Forks and ends, again and again, in sessions of their own: whoever looks for the child finds it gone.

stopped_by: all of a slot is killed at once, by its namespace or by a signal to all that its init can reach
plain bwrap: succeeds
outcome at landlock: timeout or crashed or memory
outcome at strict: timeout or crashed or memory
outcome at namespaces: timeout or memory
"""

import os

from tools import forever


def attack():
    for _ in range(8):
        if os.fork() == 0:
            while True:
                try:
                    if os.fork():
                        os._exit(0)
                    os.setsid()
                except OSError:
                    pass
    forever()

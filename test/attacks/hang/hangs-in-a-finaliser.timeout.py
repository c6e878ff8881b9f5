"""Returns a number, and hangs while its last object is cleared away.

stopped_by: the clock runs until the result is there
plain bwrap: stopped
"""

from tools import forever


class Heavy:
    def __del__(self):
        forever()


def attack():
    kept = Heavy()
    return 1.0 if kept else 0.0

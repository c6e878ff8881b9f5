"""Makes the pipes for output as small as they can be.

stopped_by: the init ends a slot whose descriptors were changed
plain bwrap: stopped
how: executed
"""

import fcntl


def attack():
    for descriptor in (1, 2):
        try:
            fcntl.fcntl(descriptor, 1031, 4096)
        except OSError:
            pass
    return 0.0


def check():
    try:
        return float(fcntl.fcntl(1, 1032) < 65536)
    except OSError:
        return 0.0

"""Takes from everybody the right to open its output by name, as /dev/stdout: the next worker has the same pipes.

stopped_by: the init ends a slot whose descriptors were changed
plain bwrap: stopped
how: executed
"""

import os

import tools


def attack():
    for descriptor in (1, 2, tools.channel()):
        try:
            os.fchmod(descriptor, 0)
        except OSError:
            pass
    return 0.0


def check():
    return float(not all(os.fstat(descriptor).st_mode & 0o777 for descriptor in (1, 2, tools.channel())))

"""Takes a lease on a file of the module: whoever opens it waits until the lease is given back.

stopped_by: seccomp: no leases
plain bwrap: succeeds
beside: opens_a_file
"""

import fcntl
import os
import time

from tools import table_file


def attack():
    won = 0.0
    descriptor = os.open(table_file(), os.O_RDONLY)
    deadline = time.monotonic() + 0.3
    while time.monotonic() < deadline:
        try:
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            won = 1.0
        except OSError:
            pass
    return won

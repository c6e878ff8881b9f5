"""Opens the terminal that the call beside it has made, and reads what is written to it.

stopped_by: terminals of its own for each slot
plain bwrap: succeeds
beside: has_a_terminal
"""

import os
import time

from tools import is_secret


def attack():
    deadline = time.monotonic() + 0.3
    try:
        os.listdir("/dev/pts")
    except PermissionError:
        names = [str(number) for number in range(32)]
    else:
        names = None
    while time.monotonic() < deadline:
        for name in names or os.listdir("/dev/pts"):
            try:
                descriptor = os.open(f"/dev/pts/{name}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
                if is_secret(os.read(descriptor, 1000)):
                    return 1.0
            except OSError:
                continue
        time.sleep(0.01)
    return 0.0

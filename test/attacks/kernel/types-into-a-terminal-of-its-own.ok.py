"""Types into a terminal that it has made itself, with numbers whose high bits differ.

stopped_by: seccomp: TIOCSTI by its low 32 bits
plain bwrap: succeeds
how: executed
"""

import ctypes
import os

from tools import libc


def attack():
    try:
        master = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
        libc.ioctl(master, 0x40045431, ctypes.byref(ctypes.c_int(0)))
        if os.fork() == 0:
            os.setsid()
            slave = os.open(os.ttyname(libc.ioctl(master, 0x5441, os.O_RDWR)), os.O_RDWR)
            done = any(
                libc.ioctl(slave, ctypes.c_ulong(number), ctypes.c_char_p(b"x")) == 0
                for number in (0x5412, 0x1_0000_5412)
            )
            os._exit(1 if done else 0)
        _, status = os.wait()
        return float(os.waitstatus_to_exitcode(status) == 1)
    except OSError:
        return 0.0

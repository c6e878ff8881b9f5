"""Changes mode, times, attributes and flags of files through a descriptor for reading.

stopped_by: read-only mounts; without them, seccomp
plain bwrap: stopped
"""

import ctypes
import fcntl
import os
import sys

from tools import data_file

ATTEMPTS = (
    lambda descriptor: os.fchmod(descriptor, os.fstat(descriptor).st_mode | 0o022),
    lambda descriptor: os.fchown(descriptor, os.getuid(), os.getgid()),
    lambda descriptor: os.utime(descriptor, (0, 0)),
    lambda descriptor: os.setxattr(descriptor, "user.changed", b"1"),
    lambda descriptor: fcntl.ioctl(descriptor, 0x40086602, bytes(ctypes.c_long(0x80))),
)


def attack():
    for path in (data_file(), __file__, os.path.realpath(sys.executable), os.path.dirname(data_file())):
        descriptor = os.open(path, os.O_RDONLY)
        for attempt in ATTEMPTS:
            try:
                attempt(descriptor)
                return 1.0
            except OSError:
                continue
    return 0.0

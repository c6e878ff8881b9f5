"""Locks 400,000 bytes, each by itself, in files of several processes: the kernel remembers each lock.

stopped_by: locks count, and no slot may have more than a part of them
plain bwrap: succeeds
outcome at namespaces: memory or timeout
outcome at strict: memory or timeout
outcome at landlock: memory or timeout
"""

import fcntl
import os
import struct
import time

import tools

PROCESSES, FILES, LOCKS = 4, 400, 250


def lock_all():
    files = []
    for number in range(FILES):
        path = f"{tools.own_folder()}/locked-{os.getpid()}-{number}"
        files.append(os.open(path, os.O_RDWR | os.O_CREAT))
        os.unlink(path)
    for number in range(LOCKS, 0, -1):
        lock = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 2 * number, 1, 0)
        for file in files:
            fcntl.fcntl(file, fcntl.F_SETLK, lock)


def attack():
    for _ in range(PROCESSES - 1):
        if os.fork() == 0:
            try:
                lock_all()
                time.sleep(10)
            finally:
                os._exit(0)
    lock_all()
    time.sleep(3)
    return 1.0

"""Has a thread leave the table of descriptors that its process has, and hold memory in files without a name in its own.

stopped_by: no thread may leave the table: seccomp refuses CLOSE_RANGE_UNSHARE, and threads without CLONE_FILES
plain bwrap: succeeds
"""

import ctypes
import os
import threading
import time

CLOSE_RANGE = 436
UNSHARE = 2
MiB = 1 << 20


def hold():
    ctypes.CDLL(None).syscall(CLOSE_RANGE, 1_000_000, 1_000_000, UNSHARE)
    data = bytes(MiB)
    for _ in range(16):
        memory = os.memfd_create("memory")
        for _ in range(15):
            os.write(memory, data)
    time.sleep(1.5)


def attack():
    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    return 1.0

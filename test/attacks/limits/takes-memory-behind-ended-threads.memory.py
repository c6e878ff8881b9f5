"""Takes its memory again and again, in children whose first threads have ended: such a process looks as if it had none.

stopped_by: the memory of a process is asked of a thread that lives
plain bwrap: succeeds
"""

import ctypes
import os
import threading
import time

from tools import forever

_EXIT = {"x86_64": 60, "aarch64": 93}[os.uname().machine]  # of one thread


def attack():
    for _ in range(4):
        if os.fork() == 0:
            threading.Thread(target=_keep, daemon=True).start()
            ctypes.CDLL(None).syscall(_EXIT, 0)
    time.sleep(3)
    return 1.0


def _keep():
    time.sleep(0.1)
    kept = bytearray(b"x") * (60 << 20)
    forever()
    del kept

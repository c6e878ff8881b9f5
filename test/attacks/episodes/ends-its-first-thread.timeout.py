"""Ends its main thread only and goes on in another, so that the process looks dead and is not.

stopped_by: the agent's deadline; a pidfd stands for all threads
"""

import ctypes
import threading

from tools import forever


class Attack:
    def attack(self):
        threading.Thread(target=forever, daemon=True).start()
        ctypes.CDLL(None).syscall(60 if ctypes.sizeof(ctypes.c_long) == 8 and _x86() else 93, 0)
        forever()


def _x86():
    import os

    return os.uname().machine == "x86_64"

"""Blocks in system calls that wait: a FIFO nobody writes to, a lock it holds itself, a futex.

stopped_by: every wait that it can reach ends with SIGKILL
plain bwrap: succeeds
"""

import fcntl
import os
import threading

from tools import own_folder


def attack():
    os.mkfifo(f"{own_folder()}/nobody")
    threading.Thread(target=lambda: os.open(f"{own_folder()}/nobody", os.O_RDONLY), daemon=True).start()
    one, other = os.open(f"{own_folder()}/file", os.O_CREAT | os.O_RDWR), os.open(f"{own_folder()}/file", os.O_RDWR)
    fcntl.flock(one, fcntl.LOCK_EX)
    fcntl.flock(other, fcntl.LOCK_EX)

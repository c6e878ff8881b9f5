"""A deadlock with itself.

stopped_by: the agent's deadline
plain bwrap: stopped
"""

import threading


def attack():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()

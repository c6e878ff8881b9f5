"""Leaves what has no file: System V segments, queues and semaphores, POSIX queues and shared memory, keys.

stopped_by: an IPC namespace for each episode; Landlock and seccomp
"""

import ctypes
import os

from tools import libc, syscall, system_v


class Attack:
    def attack(self):
        for call in (libc.shmget, libc.semget):
            call(0x5EED, 1, 0o1666)
        libc.msgget(0x5EED, 0o1666)
        syscall("mq_open", b"left", os.O_CREAT | os.O_RDWR, 0o666, None)
        syscall("add_key", b"user", b"left", b"x", 1, -3)
        try:
            with open("/dev/shm/left", "w") as file:
                file.write("x")
        except OSError:
            pass
        return 0.0

    def check(self):
        ctypes.set_errno(0)
        queue = syscall("mq_open", b"left", os.O_RDONLY, 0, None)
        key = syscall("request_key", b"user", b"left", None, 0)
        return float(system_v() > 0 or queue >= 0 or key >= 0 or os.path.exists("/dev/shm/left"))

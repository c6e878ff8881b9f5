"""Searches its own memory for what its worker was given in the calls before it.

stopped_by: a worker that serves one call (`reuse: never`)
plain bwrap: succeeds
not promised at namespaces: under `auto` a worker's memory can hold what the calls before were given
not promised at landlock: under `auto` a worker's memory can hold what the calls before were given
not promised at strict: under `auto` a worker's memory can hold what the calls before were given
"""

import ctypes
import os

from tools import is_secret, libc, memory_holds_secret, writable_spans


def attack():
    if memory_holds_secret("self"):
        return 1.0
    if os.access("/proc/self/mem", os.R_OK):
        return 0.0
    read, write = os.pipe()  # without /proc: the kernel says which pages are there
    for low, high in writable_spans():
        found = b""
        for page in range(low, high, 4096):
            if libc.write(write, ctypes.c_void_p(page), ctypes.c_size_t(4096)) == 4096:
                found += os.read(read, 4096)
        if is_secret(found):
            return 1.0
    return 0.0

"""Writes to a file of the module that it may only read, through its mapping and through /proc/self/mem.

stopped_by: read-only mounts; private copies
plain bwrap: stopped
"""

import ctypes
import mmap

from tools import data_file


def attack():
    with open(data_file(), "rb") as file:
        before = file.read(16)
        try:
            mmap.mmap(file.fileno(), 4096, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
            return 1.0
        except (OSError, ValueError):
            pass
        mapping = mmap.mmap(file.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)
        address = ctypes.addressof(ctypes.c_char.from_buffer(mapping))
        try:
            with open("/proc/self/mem", "r+b", 0) as memory:
                memory.seek(address)
                memory.write(b"changed")
        except OSError:
            pass
    with open(data_file(), "rb") as file:
        return float(file.read(16) != before)

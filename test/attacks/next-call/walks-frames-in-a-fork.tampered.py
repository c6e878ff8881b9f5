"""Walks over the frames of its caller in a fork of the worker, which has the same memory, and sends back what it finds.

stopped_by: what a fork does is evidence against its call
plain bwrap: stopped
how: executed
"""

import os
import sys


def attack():
    read, write = os.pipe()
    if os.fork() == 0:
        frame, found = sys._getframe(), b"nothing"
        while frame is not None:
            if "kwargs" in frame.f_locals:
                found = repr(sorted(frame.f_locals["kwargs"])).encode()
            frame = frame.f_back
        os.write(write, found)
        os._exit(0)
    os.wait()
    os.read(read, 1000)
    return 0.0

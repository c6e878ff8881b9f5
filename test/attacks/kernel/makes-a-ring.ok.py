"""Makes an io_uring, through which system calls pass no filter.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

import ctypes

from tools import succeeds


def attack():
    return succeeds("io_uring_setup", 4, ctypes.create_string_buffer(120))

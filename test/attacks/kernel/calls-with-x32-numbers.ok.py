"""Makes system calls with the numbers of x32, past filters that compare numbers only.

stopped_by: the kernel has no x32, or seccomp ends the process
plain bwrap: stopped
how: executed
"""

import ctypes
import os

import tools
from tools import libc


def attack():
    if os.uname().machine != "x86_64":
        tools.lacks = True
        return 0.0
    if (child := os.fork()) == 0:
        os._exit(0 if libc.syscall(ctypes.c_long(0x40000000 | 39)) == os.getpid() else 1)
    return float(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0)

"""Makes system calls through the door for 32-bit programs, past filters that know only one.

stopped_by: seccomp: calls of another architecture end the process
plain bwrap: succeeds
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
    code = b"\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3"  # push rbx; mov eax, 20 (getpid); int 0x80; pop rbx; ret
    memory = libc.mmap(None, 4096, 7, 0x22, -1, 0)
    ctypes.memmove(memory, code, len(code))
    if (child := os.fork()) == 0:
        os._exit(0 if ctypes.CFUNCTYPE(ctypes.c_int)(memory)() == os.getpid() else 1)
    won = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    tools.lacks = not won
    return float(won)

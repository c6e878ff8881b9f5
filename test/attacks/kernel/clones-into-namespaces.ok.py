"""Makes a user namespace with clone, and with clone3, whose arguments no filter can see.

stopped_by: seccomp: clone by its flags, clone3 not at all
plain bwrap: succeeds
how: executed
"""

import ctypes
import os

from tools import libc, syscall


def attack():
    import tools

    number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
    arguments = (ctypes.c_uint64 * 11)()
    arguments[0], arguments[4] = 0x10000000, 17
    won = False
    for make in (
        lambda: libc.syscall(ctypes.c_long(number), ctypes.c_ulong(0x10000000 | 17), None, None, None, None),
        lambda: syscall("clone3", ctypes.byref(arguments), 88),
    ):
        child = make()
        if child == 0:
            os._exit(0)
        if child > 0:
            os.waitpid(child, 0)
            won = True
    tools.lacks = False
    return float(won)

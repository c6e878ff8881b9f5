"""Loads a module, or another kernel.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

import ctypes

from tools import succeeds


def attack():
    image = ctypes.create_string_buffer(b"\x7fELF" + bytes(60))
    return max(
        succeeds("init_module", image, 64, b""),
        succeeds("finit_module", 0, b"", 0),
        succeeds("kexec_load", 0, 0, 0, 0),
    )

"""Opens and changes mounts with the newer system calls.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

import ctypes

from tools import succeeds


def attack():
    attributes = (ctypes.c_uint64 * 4)(0, 1, 0, 0)
    return max(
        succeeds("fsopen", b"tmpfs", 0),
        succeeds("open_tree", -100, b"/", 1),
        succeeds("mount_setattr", -100, b"/", 0x8000, ctypes.byref(attributes), 32),
    )

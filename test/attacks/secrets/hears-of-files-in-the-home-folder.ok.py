"""Has the kernel tell it of every file that is made or opened in a person's home folder.

stopped_by: a list of what is mounted; without mounts, seccomp
plain bwrap: succeeds
"""

import ctypes

from tools import libc, planted


def attack():
    watch = libc.inotify_init1(0o4000)
    return float(libc.inotify_add_watch(watch, planted["home"].encode(), ctypes.c_uint32(0x120)) >= 0)

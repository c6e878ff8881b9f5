"""Has the kernel tell it of what others do with files.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

from tools import succeeds


def attack():
    return max(succeeds("fanotify_init", 0, 0), succeeds("fanotify_init", 0x200, 0))

"""Opens userfaultfd, with which the kernel can be made to wait in the middle of anything.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

from tools import succeeds


def attack():
    return succeeds("userfaultfd", 1)

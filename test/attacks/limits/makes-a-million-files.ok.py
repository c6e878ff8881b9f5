"""Makes empty files without end: they cost the kernel's memory, and no size limit counts them.

stopped_by: a tmpfs with a limited number of files
plain bwrap: succeeds
how: executed
not promised at landlock: files of a slot are on disk, and only the size of each is limited
not promised at strict: the slots of a module share one /tmp, whose size is limited, not the number of its files
"""

import os

from tools import own_folder


def attack():
    made = 0
    try:
        for number in range(70_000):
            os.mknod(f"{own_folder()}/{number}")
            made += 1
    except OSError:
        pass
    return float(made >= 70_000)

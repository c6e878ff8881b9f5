"""Takes the rights to /tmp away.

stopped_by: the init looks at the times of folders
plain bwrap: succeeds
how: executed
"""

import os

from tools import own_folder


def attack():
    try:
        os.chmod(own_folder(), 0)
    except OSError:
        pass
    return 0.0


def check():
    with open(f"{own_folder()}/mine", "w"):
        pass
    os.unlink(f"{own_folder()}/mine")
    return 0.0

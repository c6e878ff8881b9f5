"""Takes the rights to /tmp away.

stopped_by: the init looks at the times of folders
plain bwrap: succeeds
how: executed
"""

import os


def attack():
    try:
        os.chmod("/tmp", 0)
    except OSError:
        pass
    return 0.0


def check():
    with open("/tmp/mine", "w"):
        pass
    os.unlink("/tmp/mine")
    return 0.0

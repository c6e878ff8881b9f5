"""Changes the file that it came from, and the folder of it.

stopped_by: read-only mounts
plain bwrap: stopped
"""

import os


def attack():
    try:
        with open(__file__, "a") as file:
            file.write("# changed\n")
        return 1.0
    except OSError:
        pass
    try:
        os.mkdir(os.path.join(os.path.dirname(__file__), "made"))
        return 1.0
    except OSError:
        return 0.0

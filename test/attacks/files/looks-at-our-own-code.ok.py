"""Changes the code of the sandbox, where it is mounted, and the code that was loaded from it.

stopped_by: read-only mounts; there is no secret in it
plain bwrap: stopped
"""

import glob


def attack():
    for path in glob.glob("/runrl/**/*.py", recursive=True):
        try:
            with open(path, "a"):
                return 1.0
        except OSError:
            continue
    return 0.0

"""Changes the code of the sandbox, where it is mounted, and the code that was loaded from it.

stopped_by: read-only mounts; there is no secret in it
plain bwrap: stopped
"""

import glob
import os
import sys

from tools import worker


def attack():
    found = worker()
    if found is None:
        return 0.0
    package = os.path.dirname(os.path.dirname(sys.modules[type(found).__module__].__file__))
    for path in glob.glob(f"{package}/**/*.py", recursive=True):
        try:
            with open(path, "a"):
                return 1.0
        except OSError:
            continue
    return 0.0

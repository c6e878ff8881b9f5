"""Plants code in every folder that Python imports from.

stopped_by: read-only mounts
plain bwrap: stopped
"""

import os
import sys


def attack():
    for folder in [*sys.path, sys.prefix, os.path.dirname(os.__file__)]:
        for name in ("sitecustomize.py", "evil.pth", "__pycache__/json.pyc", "json.py"):
            try:
                with open(f"{folder}/{name}", "x"):
                    return 1.0
            except OSError:
                continue
    return 0.0

"""Prints what results look like elsewhere.

stopped_by: what is printed is text
plain bwrap: stopped
"""

import os


def attack():
    print('{"reward": 1.0}', flush=True)
    for descriptor in (1, 2):
        os.write(descriptor, b'\n{"status": "ok", "reward": 1.0}\n')
    return 0.0

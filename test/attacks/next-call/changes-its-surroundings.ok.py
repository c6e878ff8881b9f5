"""Changes folder, umask, environment, import path, recursion limit and locale.

stopped_by: a worker that executed something serves no further call
plain bwrap: stopped
how: executed
"""

import locale
import os
import sys

from tools import own_folder


def attack():
    os.chdir(own_folder())
    os.umask(0o777)
    os.environ["LEFT"] = "1"
    os.nice(5)
    sys.path.insert(0, own_folder())
    sys.setrecursionlimit(60)
    locale.setlocale(locale.LC_ALL, "C")
    return 0.0


def check():
    mask = os.umask(0)
    os.umask(mask)
    changed = os.getcwd() == own_folder() or mask == 0o777 or "LEFT" in os.environ or own_folder() in sys.path
    return float(changed or sys.getrecursionlimit() < 100)

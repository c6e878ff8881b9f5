"""A folder 2,000 deep, which no path can name.

stopped_by: the namespace is thrown away, nobody walks through it
plain bwrap: succeeds
"""

import os

from tools import own_folder


def attack():
    os.chdir(own_folder())
    for _ in range(2_000):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
    return 0.0

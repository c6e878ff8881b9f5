"""A child that stays goes on printing when the call is over.

stopped_by: what a call left is killed when its worker retires
plain bwrap: succeeds
"""

import os


def attack():
    if os.fork() == 0:
        os.setsid()
        while True:
            os.write(1, b"noise for the next call\n" * 1000)
    return 0.0

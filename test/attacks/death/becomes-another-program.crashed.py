"""Replaces its process by a program that prints a result.

stopped_by: the socket for results does not survive an exec
plain bwrap: stopped
"""

import os
import sys


def attack():
    os.execv(sys.executable, [sys.executable, "-c", "print('{\"reward\": 1.0}')"])

"""Prints bytes that are no text, lone surrogates, and what terminals obey.

stopped_by: bytes that are no text are escaped
plain bwrap: stopped
"""

import os


def attack():
    os.write(1, bytes(range(256)) * 200)
    print("\ud800 \x1b]0;owned\x07\x1b[2J \u202e")
    return 0.0

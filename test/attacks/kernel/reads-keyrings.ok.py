"""Asks for the keyrings of its session and user.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

from tools import succeeds


def attack():
    return max(succeeds("keyctl", 0, ring, 0) for ring in (-3, -4, -5))

"""Puts a key into a keyring of its user.

stopped_by: seccomp
plain bwrap: succeeds
how: executed
"""

from tools import succeeds


def attack():
    return succeeds("add_key", b"user", b"runrl-attack", b"x", 1, -4)

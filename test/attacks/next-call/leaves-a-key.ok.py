"""Leaves a key in a keyring of its user, which every call of the module has.

stopped_by: seccomp; a user namespace for each slot
plain bwrap: succeeds
"""

from tools import syscall


def attack():
    syscall("add_key", b"user", b"runrl-left", b"left", 4, -4)
    return 0.0


def check():
    return float(syscall("keyctl", 10, -4, b"user", b"runrl-left", 0) >= 0)

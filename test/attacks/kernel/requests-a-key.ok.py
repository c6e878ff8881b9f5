"""Has the kernel start a program that answers a request for a key.

stopped_by: seccomp; no program that would answer
plain bwrap: stopped
how: executed
"""

from tools import succeeds


def attack():
    return succeeds("request_key", b"user", b"runrl-no-such-key", b"x", -4)

"""Sends descriptors that nobody receives: how many may be in flight is counted for all of its user.

stopped_by: the kernel's limit for descriptors in flight; the zygote's own is higher
plain bwrap: stopped
"""

import socket


def attack():
    kept = []
    try:
        for _ in range(50):
            one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
            kept += [one, other]
            for _ in range(10):
                socket.send_fds(one, [b"x"], [0] * 250)
    except OSError:
        pass
    return float(len(kept) >= 100)

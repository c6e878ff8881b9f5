"""Connects to where clouds give out keys to whoever asks.

stopped_by: a network namespace
plain bwrap: stopped
"""

import errno
import socket


def attack():
    for family, address in ((socket.AF_INET, "169.254.169.254"), (socket.AF_INET6, "fd00:ec2::254")):
        try:
            with socket.socket(family) as sock:
                sock.setblocking(False)
                if sock.connect_ex((address, 80)) in (0, errno.EINPROGRESS):
                    return 1.0
        except OSError:
            continue
    return 0.0

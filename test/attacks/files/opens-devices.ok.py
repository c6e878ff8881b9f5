"""Opens every device there is but the few that programs need.

stopped_by: a list of devices
plain bwrap: stopped
"""

import os

USUAL = {"null", "zero", "full", "random", "urandom", "tty", "ptmx", "stdin", "stdout", "stderr", "console"}


KNOWN = ["mem", "kmem", "port", "kmsg", "kvm", "fuse", "net/tun", "loop0", "loop-control", "vhost-net", "vhost-vsock"]
KNOWN += ["sda", "vda", "nvme0n1", "tty0", "ttyS0", "uinput", "rtc0", "hpet", "snapshot", "userfaultfd", "dri/card0"]


def attack():
    try:
        names = os.listdir("/dev")
    except PermissionError:
        names = KNOWN
    for name in names:
        path = f"/dev/{name}"
        if name in USUAL or os.path.isdir(path):
            continue
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
            return 1.0
        except OSError:
            continue
    return 0.0

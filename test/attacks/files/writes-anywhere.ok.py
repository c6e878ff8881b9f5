"""Makes a file in every folder of the first two levels, and in those of the person who runs it.

stopped_by: a read-only root and /dev
plain bwrap: succeeds
"""

import os

from tools import planted

KNOWN = ["bin", "boot", "dev", "etc", "home", "lib", "mnt", "opt", "root", "run", "srv", "sys", "usr", "var"]
BELOW = ["/dev/mqueue", "/usr/bin", "/usr/local", "/var/tmp", "/var/lib", "/var/log", "/run/lock", "/run/user"]


def attack():
    try:
        names = os.listdir("/")
    except PermissionError:
        names = KNOWN
    tops = [f"/{name}" for name in names if name not in ("tmp", "proc")]
    folders = ["/", *tops, *BELOW, planted["home"], planted["folder"], os.path.dirname(planted["folder"])]
    if names is KNOWN:
        folders.append("/tmp")
    for top in tops:
        try:
            folders += [f"{top}/{name}" for name in os.listdir(top) if name not in ("shm", "fd", "tmp")]
        except OSError:
            continue
    for folder in folders:
        try:
            with open(f"{folder}/.written", "x"):
                pass
            os.unlink(f"{folder}/.written")
            return 1.0
        except OSError:
            continue
    return 0.0

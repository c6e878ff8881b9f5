"""Changes mode, owner, times and attributes of the module's file.

stopped_by: read-only mounts
plain bwrap: stopped
"""

import os

from tools import data_file


def attack():
    path = data_file()
    for attempt in (
        lambda: os.chmod(path, 0o666),
        lambda: os.chown(path, os.getuid(), os.getgid()),
        lambda: os.utime(path, (0, 0)),
        lambda: os.setxattr(path, "user.changed", b"1"),
        lambda: os.truncate(path, 0),
        lambda: os.link(path, path + ".link"),
    ):
        try:
            attempt()
            return 1.0
        except OSError:
            continue
    return 0.0

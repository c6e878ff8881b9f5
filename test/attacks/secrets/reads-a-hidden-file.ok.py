"""Reads a file beside the module that is hidden from it: by name, by other ways to it, and from below what covers it.

stopped_by: a mount over it, or no rule that allows it
plain bwrap: succeeds
"""

import os

from tools import reads_secret, syscall

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "hidden.txt"


def folder():
    """That of the module; this file may lie in one below."""
    return next(path for path in (HERE, os.path.dirname(HERE)) if os.path.lexists(os.path.join(path, "tools.py")))


def attack():
    path = os.path.join(folder(), NAME)
    ways = [path, f"/proc/self/root{path}", f"/proc/1/root{path}", f"/proc/self/cwd/{NAME}"]
    if any(reads_secret(way) for way in ways):
        return 1.0
    try:
        opened = os.open(path, os.O_PATH)
        if reads_secret(f"/proc/self/fd/{opened}"):
            return 1.0
        os.chmod(f"/proc/self/fd/{opened}", 0o777)
    except OSError:
        pass
    syscall("umount2", path.encode(), 2)
    try:
        os.link(path, f"{os.environ.get('TMPDIR', '/tmp')}/link")
    except OSError:
        pass
    return float(reads_secret(path) or reads_secret(f"{os.environ.get('TMPDIR', '/tmp')}/link"))

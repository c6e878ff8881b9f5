"""Mounts a file system over its own.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

from tools import succeeds


def attack():
    return max(succeeds("mount", b"none", b"/tmp", kind, 0, 0) for kind in (b"tmpfs", b"proc", b"sysfs", b"overlay"))

"""Shows files that only root may read to the sandbox's user, where the host is root.

An idmapped mount (Linux 5.12, on ext4, xfs, btrfs, tmpfs and others) presents root's files as the sandbox
user's own, in this mount namespace only; nothing on disk changes. Stdlib only.
"""

from __future__ import annotations

import ctypes
import os

from runrl_shim.inside.confinement.confine import SANDBOX_UID, check, libc
from runrl_shim.inside.confinement.namespaces import unshare_user

_SYS_OPEN_TREE, _SYS_MOVE_MOUNT, _SYS_MOUNT_SETATTR = 428, 429, 442
_OPEN_TREE_CLONE, _OPEN_TREE_CLOEXEC = 1, os.O_CLOEXEC
_AT_FDCWD, _AT_EMPTY_PATH, _AT_RECURSIVE = -100, 0x1000, 0x8000
_MOVE_MOUNT_F_EMPTY_PATH = 4
_MOUNT_ATTR_RDONLY, _MOUNT_ATTR_IDMAP = 0x1, 0x00100000


def lend_to_sandbox_user(path: str) -> None:
    """Covers the mount at `path` by one in which root's files belong to the sandbox's user, read-only.

    Raises:
        OSError: the kernel or the file system has no idmapped mounts.
    """
    # With what is mounted in it, as it is: some of that hides files.
    flags = _OPEN_TREE_CLONE | _OPEN_TREE_CLOEXEC | _AT_RECURSIVE
    tree = libc.syscall(_SYS_OPEN_TREE, _AT_FDCWD, path.encode(), flags)
    check(0 if tree >= 0 else -1, f"open_tree {path}")
    users = _user_namespace_where_root_is_sandbox_user()
    attributes = (ctypes.c_uint64 * 4)(_MOUNT_ATTR_IDMAP | _MOUNT_ATTR_RDONLY, 0, 0, users)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    check(libc.syscall(_SYS_MOUNT_SETATTR, tree, b"", _AT_EMPTY_PATH, attributes, size), f"mount_setattr {path}")
    check(
        libc.syscall(_SYS_MOVE_MOUNT, tree, b"", _AT_FDCWD, path.encode(), _MOVE_MOUNT_F_EMPTY_PATH),
        f"move_mount {path}",
    )
    os.close(users)
    os.close(tree)


def _user_namespace_where_root_is_sandbox_user() -> int:
    ready, wrote = os.pipe()
    stay, leave = os.pipe()
    pid = os.fork()
    if pid == 0:
        unshare_user()
        os.write(wrote, b"1")
        os.close(leave)
        os.read(stay, 1)
        os._exit(0)
    os.close(stay)
    os.read(ready, 1)
    for name in ("uid_map", "gid_map"):
        with open(f"/proc/{pid}/{name}", "w") as file:
            file.write(f"0 {SANDBOX_UID} 1")
    namespace = os.open(f"/proc/{pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    for descriptor in (ready, wrote, leave):
        os.close(descriptor)
    os.waitpid(pid, 0)
    return namespace

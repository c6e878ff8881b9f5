"""Files that the module opens at its import, opened again for each worker.

A fork shares the open file, and with it the position: whoever seeks or reads moves it for all calls of the module.
"""

from __future__ import annotations

import os
import stat
from fcntl import F_GETFD, F_GETFL, F_SETFD, F_SETFL, fcntl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_CHUNK = 1 << 20  # bytes


def open_files() -> list[int]:
    """Descriptors of regular files that this process has open."""
    found = []
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        try:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                found.append(descriptor)
        except OSError:
            continue  # the one that listed the folder
    return found


def open_again(descriptors: Sequence[int], *, copies: bool = False, own_tmp: bool = False) -> None:
    """Gives each an open file of its own, at the same position. One that cannot be opened again stays shared.

    Args:
        descriptors: of regular files.
        copies: whether what is open for writing becomes a copy, which no other worker has.
        own_tmp: whether this process has a /tmp of its own with all that the import left there.
    """
    for descriptor in descriptors:
        try:
            position = os.lseek(descriptor, 0, os.SEEK_CUR)
            flags = fcntl(descriptor, F_GETFL) & ~(os.O_CREAT | os.O_EXCL | os.O_TRUNC)
            path = f"/proc/self/fd/{descriptor}"
            if copies and flags & os.O_ACCMODE != os.O_RDONLY:
                own = _copy(path, flags, own_tmp=own_tmp)
            else:
                own = os.open(path, flags | os.O_CLOEXEC)
        except OSError:
            continue
        os.lseek(own, position, os.SEEK_SET)
        at_exec = fcntl(descriptor, F_GETFD)
        os.dup2(own, descriptor)
        fcntl(descriptor, F_SETFD, at_exec)
        os.close(own)


def _copy(path: str, flags: int, *, own_tmp: bool) -> int:
    """Opens the file of the same name where that is this process's own, else one in memory with what is in it."""
    name = os.readlink(path)
    if own_tmp and name.startswith("/tmp/") and os.path.isfile(name):
        return os.open(name, flags | os.O_CLOEXEC)
    copy = os.memfd_create(os.path.basename(name))
    with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC), "rb") as file:
        while os.sendfile(copy, file.fileno(), None, _CHUNK):
            pass
    fcntl(copy, F_SETFL, flags & os.O_APPEND)
    return copy

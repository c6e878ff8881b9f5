"""Files that the module opens at its import, opened again for each worker.

A fork shares the open file, and with it the position: whoever seeks or reads moves it for all calls of the module.
"""

from __future__ import annotations

import os
import stat
from fcntl import F_GETFD, F_GETFL, F_SETFD, fcntl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


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


def open_again(descriptors: Sequence[int]) -> None:
    """Gives each an open file of its own, at the same position. One that cannot be opened again stays shared."""
    for descriptor in descriptors:
        try:
            position = os.lseek(descriptor, 0, os.SEEK_CUR)
            flags = fcntl(descriptor, F_GETFL) & ~(os.O_CREAT | os.O_EXCL | os.O_TRUNC)
            own = os.open(f"/proc/self/fd/{descriptor}", flags | os.O_CLOEXEC)
        except OSError:
            continue
        os.lseek(own, position, os.SEEK_SET)
        at_exec = fcntl(descriptor, F_GETFD)
        os.dup2(own, descriptor)
        fcntl(descriptor, F_SETFD, at_exec)
        os.close(own)

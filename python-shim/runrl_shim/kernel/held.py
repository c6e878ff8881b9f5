"""What the processes of a run hold in memory, counted so that it cannot be hidden.

Resident memory alone is not enough: pages of shared mappings stay when they are unmapped or advised away, files without
a name stay while a descriptor is open, and page tables count as nobody's pages.
"""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_FIELDS = re.compile(rb"^(RssAnon|RssShmem|VmPTE|VmSwap):\s+(\d+) kB", re.MULTILINE)
# Mappings that several processes may share and that no file on disk backs, with the number of what they show.
_SHARED = re.compile(
    rb"^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ (\d+) +(?:/memfd:|/dev/zero|/SYSV|/dev/shm/)", re.MULTILINE
)


def private_bytes(process: str) -> int:
    """Bytes of a process that belong to no other: private pages, swapped ones, and page tables.

    Raises:
        OSError: it is gone.
    """
    with open(f"/proc/{process}/status", "rb") as file:
        sizes = {name: int(size) for name, size in _FIELDS.findall(file.read())}
    return sum(size for name, size in sizes.items() if name != b"RssShmem") << 10


def shared_bytes(processes: Iterable[str]) -> int:
    """Bytes of shared memory that the processes map or hold open, that of several counted once.

    What is mapped counts whole, touched or not: the pages are there although none of them may be mapped at the moment.
    """
    sizes: dict[int, int] = {}
    for process in processes:
        try:
            mapped: dict[int, int] = {}
            with open(f"/proc/{process}/maps", "rb") as file:
                for low, high, inode in _SHARED.findall(file.read()):
                    mapped[int(inode)] = mapped.get(int(inode), 0) + int(high, 16) - int(low, 16)
            for inode, size in mapped.items():
                sizes[inode] = max(size, sizes.get(inode, 0))
            for name in os.listdir(f"/proc/{process}/fd"):
                path = f"/proc/{process}/fd/{name}"
                if os.readlink(path).startswith("/memfd:"):
                    seen = os.stat(path)
                    sizes[seen.st_ino] = max(seen.st_blocks * 512, sizes.get(seen.st_ino, 0))
        except OSError:
            continue  # it ended meanwhile
    return sum(sizes.values())

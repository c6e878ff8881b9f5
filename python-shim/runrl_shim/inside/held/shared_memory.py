"""Memory that importing the module has mapped as shared: a fork would share it, and so what one call writes into it.

Each worker gets a mapping of its own in the same place, with what it held after the import. It is shared all the same:
with what the worker itself forks.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import struct
from fcntl import ioctl

from runrl_shim.inside.confinement.confine import libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    #: Where it begins, its size in bytes, and what /proc calls it.
    Mapping = tuple[int, int, str]

_WRITABLE_AND_SHARED = re.compile(rb"^\S+ .w.s .*$", re.MULTILINE).findall
# Of linux/fs.h, since Linux 6.11: the next mapping that is writable and shared, as a `struct procmap_query`.
_PROCMAP_QUERY = 0xC0686611
_SIZE, _NEXT_WRITABLE_AND_SHARED = 104, 0x02 | 0x08 | 0x10
_READ_WRITE = 3
_MAP_SHARED_FIXED_ANONYMOUS = 0x01 | 0x10 | 0x20
_FAILED = ctypes.c_void_p(-1).value


def shared_mappings() -> list[Mapping]:
    """The writable mappings of this process that a fork leaves shared; none are seen where there is no own /proc."""
    found = []
    try:
        with open("/proc/self/maps", "rb") as file:
            if not _has_any(file.fileno()):
                return []
            for line in _WRITABLE_AND_SHARED(file.read()):
                fields = os.fsdecode(line).split(maxsplit=5)
                begin, end = (int(text, 16) for text in fields[0].split("-"))
                name = " ".join([*fields[3:5], *(text.strip() for text in fields[5:])])
                found.append((begin, end - begin, name))
    except OSError:
        pass
    return found


def _has_any(maps: int) -> bool:
    """Whether there may be one. To list all mappings takes fifteen times as long."""
    query = struct.pack("3Q", _SIZE, _NEXT_WRITABLE_AND_SHARED, 0).ljust(_SIZE, b"\0")
    try:
        ioctl(maps, _PROCMAP_QUERY, bytearray(query))
    except OSError as error:
        return error.errno != errno.ENOENT  # another: a kernel that cannot be asked
    return True


def take_own_copies(mappings: list[Mapping]) -> None:
    """Replaces mappings of this process by copies that only it, and what it forks, can see.

    Raises:
        OSError: there is not enough memory for that.
    """
    if not mappings:
        return
    libc.mmap.restype = ctypes.c_void_p
    for begin, size, _ in mappings:
        held = ctypes.string_at(begin, size)
        place = ctypes.c_void_p(begin)
        mapped = libc.mmap(place, ctypes.c_size_t(size), _READ_WRITE, _MAP_SHARED_FIXED_ANONYMOUS, -1, ctypes.c_long(0))
        if mapped == _FAILED:
            raise OSError(ctypes.get_errno(), "the memory that the module shares could not be copied for a worker")
        ctypes.memmove(begin, held, size)

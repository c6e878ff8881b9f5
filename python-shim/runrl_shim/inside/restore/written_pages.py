"""Which pages of a process were written since they were protected, as the kernel notes it. Linux from 6.10 on."""

from __future__ import annotations

import ctypes
import os
import struct
from fcntl import ioctl

from runrl_shim.inside.confinement.confine import check, libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

USERFAULTFD, PIDFD_GETFD = 323, 438


def _number(direction: int, kind: int, number: int, size: int) -> int:
    return direction << 30 | size << 16 | kind << 8 | number


_API = _number(3, 0xAA, 0x3F, 24)
_REGISTER = _number(3, 0xAA, 0, 32)
_PROTECT = _number(3, 0xAA, 6, 24)
_SCAN = _number(3, ord("f"), 16, 96)
_USER_MODE_ONLY, _UFFD_API = 1, 0xAA
_UNPOPULATED, _ASYNC = 1 << 13, 1 << 15
_MODE_WRITTEN = 2
_IS_WRITTEN, _IS_FILE, _IS_PRESENT, _IS_SWAPPED, _IS_EMPTY = 2, 4, 8, 16, 32
_END = 0x7FFFFFFFF000
_MOST_REGIONS = 32 * 1024


def open_written(ranges: Iterable[tuple[int, int]]) -> int:
    """Has the kernel note which pages of the caller are written. It does so until what is returned is closed."""
    result: int = libc.syscall(ctypes.c_long(USERFAULTFD), ctypes.c_ulong(os.O_CLOEXEC | _USER_MODE_ONLY))
    check(min(0, result), "userfaultfd")
    try:
        ioctl(result, _API, struct.pack("QQQ", _UFFD_API, _UNPOPULATED | _ASYNC, 0))
        for start, end in ranges:
            ioctl(result, _REGISTER, bytearray(struct.pack("QQQQ", start, end - start, _MODE_WRITTEN, 0)))
    except BaseException:
        os.close(result)
        raise
    return result


def regions(scanned: bytes) -> list[tuple[int, int]]:
    """Start and end of each region that the kernel told of."""
    words = memoryview(scanned).cast("Q")
    return list(zip(words[0::3], words[1::3], strict=True))


class Pages:
    """Asks which pages of a process were written (its init does).

    Args:
        pid: the process.
        noted: the number of what `open_written` returned there.

    Raises:
        OSError: the kernel refuses.
    """

    def __init__(self, pid: int, noted: int) -> None:
        self._noted = _descriptor_of(pid, noted)
        try:
            self._map = self._open_map(pid)
        except BaseException:
            os.close(self._noted)
            raise
        self._regions = (ctypes.c_uint64 * (3 * _MOST_REGIONS))()
        self._at = ctypes.addressof(self._regions)

    def _open_map(self, pid: int) -> int:
        return os.open(f"/proc/{pid}/pagemap", os.O_RDONLY | os.O_CLOEXEC)

    def protect(self, ranges: Iterable[tuple[int, int]]) -> None:
        """From now on no page of these is written."""
        for start, end in ranges:
            ioctl(self._noted, _PROTECT, struct.pack("QQQ", start, end - start, 1))

    def written(self) -> bytes:
        """Regions of pages that were written, or that nobody notes writes to: start, end, kind, …"""
        return self._scan(0, _IS_WRITTEN, 0, _IS_WRITTEN, 0)  # by these arguments the kernel knows a short way

    def own_regions(self) -> list[tuple[int, int]]:
        """Private pages that are there, without those that were only read, which show the kernel's empty page."""
        neither = _IS_FILE | _IS_EMPTY
        return regions(self._scan(0, neither, neither, 0, _IS_PRESENT | _IS_SWAPPED))

    def present(self) -> bytes:
        """Regions of private pages that are there, with whether they were only read; for tests."""
        return self._scan(0, _IS_FILE, _IS_FILE, _IS_EMPTY, _IS_PRESENT | _IS_SWAPPED)

    def _scan(self, flags: int, wanted: int, inverted: int, told: int, any_of: int) -> bytes:
        # size, flags, start, end, end of the walk, regions, how many, most pages, inverted, all of, any of, told
        argument = bytearray(
            struct.pack(
                "12Q", 96, flags, 0, _END, 0, self._at, _MOST_REGIONS, 0, inverted, wanted, any_of, told | any_of
            )
        )
        count = ioctl(self._map, _SCAN, argument)
        # Where it stopped is not asked: after more than 512 regions Linux tells where it was then, and has gone on.
        if count >= _MOST_REGIONS:
            raise OSError(28, "more pages in more places than can be told")
        return ctypes.string_at(self._at, count * 24)

    def close(self) -> None:
        """Nothing is noted any more."""
        os.close(self._map)
        os.close(self._noted)


def _descriptor_of(pid: int, number: int) -> int:
    """A descriptor of another process, as one of this."""
    process = os.pidfd_open(pid)
    try:
        result: int = libc.syscall(
            ctypes.c_long(PIDFD_GETFD), ctypes.c_int(process), ctypes.c_int(number), ctypes.c_uint(0)
        )
        check(min(0, result), "pidfd_getfd")
        return result
    finally:
        os.close(process)

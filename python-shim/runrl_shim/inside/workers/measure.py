"""What calls use, measured by their worker: CPU of its threads and of children it waited for, and peak memory."""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from runrl_shim.inside.confinement.confine import check, libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from resource import struct_rusage

_MAP_FAILED = ctypes.c_void_p(-1).value
_MAXRSS_AT = 4  # after two pairs of seconds and microseconds
_WORTH_FORGETTING = 512 * 1024  # bytes


def cpu_of(used: struct_rusage) -> int:
    """CPU nanoseconds, user and system."""
    return int((used.ru_utime + used.ru_stime) * 1e9)


def peak_memory() -> int:
    """Highest resident memory of this process, in bytes, since the kernel was asked to forget it."""
    return getrusage(RUSAGE_SELF).ru_maxrss * 1024


def map_account(descriptor: int) -> memoryview[int]:
    """The page that the agent reads (see `agent/limits/account.py`), as integers; closes the descriptor.

    Mapped without the module `mmap`, which keeps a descriptor of its own: workers must have none.
    """
    libc.mmap.restype = ctypes.c_void_p
    length = ctypes.c_size_t(mmap.PAGESIZE)
    address = libc.mmap(None, length, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED, descriptor, ctypes.c_long(0))
    check(-1 if address == _MAP_FAILED else 0, "mmap")
    os.close(descriptor)
    page = (ctypes.c_int64 * (mmap.PAGESIZE // 8)).from_address(address)
    return memoryview(page).cast("B").cast("q")


_reset = -1  # clear_refs of this process, where /proc is read-only
_reset_inode = 0


def hold_reset(proc: int) -> None:
    """Opens what a worker needs to forget its peak, and closes the /proc that it is opened in (-1: there is none)."""
    global _reset, _reset_inode
    if proc < 0:
        return
    _reset = os.open("self/clear_refs", os.O_WRONLY | os.O_CLOEXEC, dir_fd=proc)
    _reset_inode = os.fstat(_reset).st_ino
    os.close(proc)


def _open_reset() -> int:
    """Raises OSError where peaks cannot be forgotten."""
    if _reset < 0:
        return os.open("/proc/self/clear_refs", os.O_WRONLY | os.O_CLOEXEC)
    if os.fstat(_reset).st_ino != _reset_inode:  # a call closed it, and opened something else
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return os.dup(_reset)


class Noted:
    """What a table of system calls asks the kernel about its process.

    Attributes:
        stat: a `struct stat`, which begins with device and inode on every architecture that there are filters for.
        usage: a `struct rusage`.
    """

    def __init__(self) -> None:
        self.stat, self.usage = (ctypes.c_long * 32)(), (ctypes.c_long * 18)()

    def __eq__(self, other: object) -> bool:
        """Compares with the place of a file: see `place_of`."""
        return (self.stat[0], self.stat[1]) == other

    @property
    def peak(self) -> int:
        """See `peak_memory`."""
        return self.usage[_MAXRSS_AT] * 1024


class Meter:
    """Measures the calls of one worker that lasted long enough for it."""

    def __init__(self) -> None:
        self.can_forget = True
        self.begin(peak_memory())

    def begin(self, peak: int) -> None:
        """In a process that has just begun, and had this peak."""
        self.resting = peak  # what a call reports that was too short to raise it
        self.at_start = self.resting
        self.children_ns = 0
        self._children_peak = 0

    def measure(self, duration_ns: int) -> tuple[int, int]:
        """Peak memory of the call that has just ended, and CPU nanoseconds of children that it waited for.

        The kernel only knows the peak since the last call that raised it, so it is told to begin anew then. The
        peak of children is known only when it is higher than that of all children before.
        """
        peak = getrusage(RUSAGE_SELF).ru_maxrss * 1024
        if self.can_forget and (
            peak > self.resting + _WORTH_FORGETTING
            or (duration_ns > 5_000_000 and self.resting > self.at_start + _WORTH_FORGETTING)
        ):
            self._forget_peak()
        children = getrusage(RUSAGE_CHILDREN)
        total = cpu_of(children)
        used, self.children_ns = total - self.children_ns, total
        if children.ru_maxrss > self._children_peak:
            self._children_peak = children.ru_maxrss
            peak = max(peak, children.ru_maxrss * 1024)
        return peak, used

    def _forget_peak(self) -> None:
        try:
            descriptor = _open_reset()
        except OSError:
            return  # a call left no descriptor free, or there is no /proc: peaks are those of the worker so far
        try:
            os.write(descriptor, b"5")
        except OSError:
            pass
        finally:
            os.close(descriptor)
        self.resting = peak_memory()

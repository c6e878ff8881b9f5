"""What a slot's init asks of the kernel to restore its worker: stops, registers, memory, and which pages were written.

Linux from 6.10 on, x86_64. Nothing here is called by a process that runs the user's code, but `open_written`.
"""

from __future__ import annotations

import ctypes
import os
import struct
from fcntl import ioctl

from runrl_shim.inside.confinement.confine import check, libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAGE = 4096

_TRACEME, _CONT, _GETREGS, _SETREGS, _DETACH, _SYSEMU = 0, 7, 12, 13, 17, 31
_SETOPTIONS, _GETREGSET, _SETREGSET = 0x4200, 0x4204, 0x4205
_XSTATE = 0x202  # floating point and vectors, protection keys
_TELL_CALLS_APART, _END_WITH_TRACER = 1, 0x100000
_MOST_XSTATE = 16 * 1024  # bytes

#: The signal that a stop at a system call looks like.
AT_SYSTEM_CALL = 5 | 0x80

# Numbers of x86_64; the filter for workers refuses them all.
PTRACE, _PROCESS_VM_READV, _PROCESS_VM_WRITEV, _USERFAULTFD, _PIDFD_GETFD = 101, 310, 311, 323, 438
TRACER_CALLS = (PTRACE, _PROCESS_VM_READV, _PROCESS_VM_WRITEV, _USERFAULTFD, _PIDFD_GETFD)

# Positions in `user_regs_struct`, which has 27 words.
AX, DX, SI, DI, ORIGINAL_AX, IP = 10, 12, 13, 14, 15, 16
_REGISTERS = ctypes.c_uint64 * 27

_ptrace = ctypes.CDLL(None, use_errno=True).ptrace  # a function object of its own, as its types are
_ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_ptrace.restype = ctypes.c_long
_vm = {}
for _name in ("process_vm_readv", "process_vm_writev"):
    _vm[_name] = getattr(ctypes.CDLL(None, use_errno=True), _name)
    _vm[_name].argtypes = (
        ctypes.c_long,
        ctypes.c_void_p,
        ctypes.c_ulong,
        ctypes.c_void_p,
        ctypes.c_ulong,
        ctypes.c_ulong,
    )
    _vm[_name].restype = ctypes.c_ssize_t
_MOST_PARTS = 1024  # UIO_MAXIOV


def be_traced() -> None:
    """The caller's parent is its tracer from now on."""
    check(_ptrace(_TRACEME, 0, None, None), "ptrace")


class Traced:
    """A child that is traced, while it is stopped. Every method raises OSError where the kernel refuses."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.registers = _REGISTERS()
        self._at = ctypes.addressof(self.registers)
        self._saved = _REGISTERS()
        self._xstate = ctypes.create_string_buffer(_MOST_XSTATE)
        self._vector = (ctypes.c_uint64 * 2)(ctypes.addressof(self._xstate), _MOST_XSTATE)
        self._part = (ctypes.c_uint64 * 4)()
        self._part_at = ctypes.addressof(self._part)

    def hold(self) -> None:
        """Has it end with its tracer, and tells its system calls from its signals."""
        self._ask(_SETOPTIONS, 0, _TELL_CALLS_APART | _END_WITH_TRACER)

    def _ask(self, request: int, address: int, data: int) -> None:
        if _ptrace(request, self.pid, address, data) < 0:
            check(-1, "ptrace")

    def run(self) -> None:
        """Runs it until its next signal; its system calls are carried out."""
        self._ask(_CONT, 0, 0)

    def go_on(self) -> None:
        """Runs it until its next system call, which is not carried out, or a signal."""
        self._ask(_SYSEMU, 0, 0)

    def read_registers(self) -> None:
        """Fills `registers`."""
        self._ask(_GETREGS, 0, self._at)

    def answer(self, result: int) -> None:
        """Ends the system call at which it has stopped with this result, and has it go on."""
        self.registers[AX] = result
        self._ask(_SETREGS, 0, self._at)
        self._ask(_SYSEMU, 0, 0)

    def let_go(self, signal: int) -> None:
        """Is its tracer no more. What it was about to ask of the kernel, or this signal, is its own affair then."""
        if signal == AT_SYSTEM_CALL:
            self.read_registers()
            registers = self.registers
            registers[IP] -= 2  # the length of the instruction, whichever it was: it is carried out anew
            registers[AX] = registers[ORIGINAL_AX]
            self._ask(_SETREGS, 0, self._at)
            signal = 0
        self._ask(_DETACH, 0, signal)

    def save_registers(self) -> None:
        """Keeps all registers, as of now."""
        self.read_registers()
        ctypes.memmove(self._saved, self.registers, ctypes.sizeof(_REGISTERS))
        self._ask(_GETREGSET, _XSTATE, ctypes.addressof(self._vector))  # which cuts the vector to the length

    def restore_registers(self) -> None:
        """Sets all registers to what was saved."""
        ctypes.memmove(self.registers, self._saved, ctypes.sizeof(_REGISTERS))
        self._ask(_SETREGS, 0, self._at)
        self._ask(_SETREGSET, _XSTATE, ctypes.addressof(self._vector))

    def read_into(self, here: int, address: int, size: int) -> None:
        """Copies memory out of it, to an address of the caller."""
        self._part[:] = [here, size, address, size]
        self._copy("process_vm_readv", self._part_at, self._part_at + 16, 1, size)

    def write_from(self, here: int, address: int, size: int) -> None:
        """Copies memory of the caller into it."""
        self._part[:] = [here, size, address, size]
        self._copy("process_vm_writev", self._part_at, self._part_at + 16, 1, size)

    def write(self, address: int, data: bytes) -> None:
        """Sets a few bytes in it."""
        kept = ctypes.c_char_p(data)
        self.write_from(ctypes.cast(kept, ctypes.c_void_p).value or 0, address, len(data))

    def forget(self) -> None:
        """Clears what its registers were."""
        ctypes.memset(self._at, 0, ctypes.sizeof(_REGISTERS))

    def copy_many(self, pieces: Pieces, *, into: bool) -> None:
        """Copies pieces into it, or out of it."""
        name = "process_vm_writev" if into else "process_vm_readv"
        for here, there, count, size in pieces.batches:
            self._copy(name, here, there, count, size)

    def _copy(self, name: str, here: int, there: int, count: int, size: int) -> None:
        done = _vm[name](self.pid, here, count, there, count, 0)
        if done != size:
            check(-1 if done < 0 else 0, name)
            raise OSError(14, f"{name}: {done} of {size} bytes")


def _descriptor_of(pid: int, number: int) -> int:
    """A descriptor of another process, as one of this."""
    process = os.pidfd_open(pid)
    try:
        result: int = libc.syscall(
            ctypes.c_long(_PIDFD_GETFD), ctypes.c_int(process), ctypes.c_int(number), ctypes.c_uint(0)
        )
        check(min(0, result), "pidfd_getfd")
        return result
    finally:
        os.close(process)


class Pieces:
    """Pieces of memory as the kernel takes them: (here, there, bytes)."""

    def __init__(self, pieces: Sequence[tuple[int, int, int]]) -> None:
        here = [word for at, _, size in pieces for word in (at, size)]
        there = [word for _, at, size in pieces for word in (at, size)]
        words = ctypes.c_uint64 * len(here)
        self._here, self._there = words(*here), words(*there)
        self.size = sum(size for _, _, size in pieces)
        self.batches = [
            (
                ctypes.addressof(self._here) + first * 16,
                ctypes.addressof(self._there) + first * 16,
                min(_MOST_PARTS, len(pieces) - first),
                sum(size for _, _, size in pieces[first : first + _MOST_PARTS]),
            )
            for first in range(0, len(pieces), _MOST_PARTS)
        ]


# --- which pages were written -----------------------------------------------------------------------------


def _number(direction: int, kind: int, number: int, size: int) -> int:
    return direction << 30 | size << 16 | kind << 8 | number


_API = _number(3, 0xAA, 0x3F, 24)
_REGISTER = _number(3, 0xAA, 0, 32)
_PROTECT = _number(3, 0xAA, 6, 24)
_SCAN = _number(3, ord("f"), 16, 96)
_USER_MODE_ONLY, _UFFD_API = 1, 0xAA
_UNPOPULATED, _ASYNC = 1 << 13, 1 << 15
_MODE_WRITTEN = 2
_SCAN_AND_PROTECT = 1
_IS_WRITTEN, _IS_FILE, _IS_PRESENT, _IS_SWAPPED = 2, 4, 8, 16
_END = 0x7FFFFFFFF000
_MOST_REGIONS = 32 * 1024


def open_written(ranges: Iterable[tuple[int, int]]) -> int:
    """Has the kernel note which pages of the caller are written. It does so until what is returned is closed."""
    result: int = libc.syscall(ctypes.c_long(_USERFAULTFD), ctypes.c_ulong(os.O_CLOEXEC | _USER_MODE_ONLY))
    check(min(0, result), "userfaultfd")
    try:
        ioctl(result, _API, struct.pack("QQQ", _UFFD_API, _UNPOPULATED | _ASYNC, 0))
        for start, end in ranges:
            ioctl(result, _REGISTER, bytearray(struct.pack("QQQQ", start, end - start, _MODE_WRITTEN, 0)))
    except BaseException:
        os.close(result)
        raise
    return result


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

    def protect_written(self) -> None:
        """The same, where there is more than a few."""
        self._scan(_SCAN_AND_PROTECT, _IS_WRITTEN, 0, _IS_WRITTEN, 0)

    def written(self) -> bytes:
        """Regions of pages that were written, or that nobody notes writes to: start, end, kind, …"""
        return self._scan(0, _IS_WRITTEN, 0, _IS_WRITTEN, 0)  # by these arguments the kernel knows a short way

    def present(self) -> bytes:
        """Regions of private pages that are there."""
        return self._scan(0, _IS_FILE, _IS_FILE, 0, _IS_PRESENT | _IS_SWAPPED)

    def _scan(self, flags: int, wanted: int, inverted: int, told: int, any_of: int) -> bytes:
        # size, flags, start, end, end of the walk, regions, how many, most pages, inverted, all of, any of, told
        argument = bytearray(
            struct.pack(
                "12Q", 96, flags, 0, _END, 0, self._at, _MOST_REGIONS, 0, inverted, wanted, any_of, told or any_of
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

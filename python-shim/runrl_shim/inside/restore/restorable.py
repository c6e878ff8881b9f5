"""A worker that its slot's init can restore: what it does before its first call, and what it must know in one.

Until it asks the kernel for more than to read calls and to write results, it is traced, and nothing it does is carried
out but that (see `restorer.py`). From then on it is a worker like any other, and ends after its call.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
import sys
from types import CodeType, FunctionType

from runrl_shim.inside.confinement.confine import check, libc
from runrl_shim.inside.confinement.seccomp import load_filters
from runrl_shim.inside.restore import tracing, written_pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from runrl_shim.inside.confinement.seccomp import Filter

    #: Start, end, rights, device, name, flags, bytes that are there.
    Mapping: TypeAlias = tuple[int, int, str, str, str, frozenset[str], int]

SLACK = 20 << 20  # bytes of memory that a call finds without asking the kernel
OWN_ROOM = 8 << 20  # bytes of address space for what a worker brings back itself
_NEAR = 2 << 20  # bytes of the slack that are there
_ARENAS = 4  # of Python's own allocator, 1 MiB each
STOP = signal.SIGURG  # at which a process that is traced stops, and which does nothing to another
_STACK = 1 << 20  # bytes below it
_ROOM = 1 << 20  # bytes for frames
READ_ALL, _WRITE_ALL, _NOT_HUGE = 22, 23, 15  # MADV_POPULATE_READ, MADV_POPULATE_WRITE, MADV_NOHUGEPAGE
_READ, _EXECUTE, _PRIVATE, _ANONYMOUS, _NO_RESERVE = 1, 4, 2, 0x20, 0x4000
_SMALL = 4 << 20  # bytes
_MOST_EMPTY = 256 << 20  # bytes of reserves, whose page tables take a five hundredth of that
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3

_DROPPED, _WIPED, _SHADOW_STACK = "dp", "wf", "ss"  # flags in smaps
UNLIKE_OTHERS = {_DROPPED, _WIPED, "gd", "lo", "ht"}  # grows downwards, locked, huge pages of its own
_KERNELS = ("[vdso]", "[vvar]", "[vvar_vclock]", "[vsyscall]")

# What the init writes into a worker: whether it is traced, whether it is restored after each call, whether this one is
# a rehearsal, its CPU time when the call began, random bytes.
_ALL_AT, _REHEARSAL_AT, _CPU_AT, _CHANCE_AT, STATE_BYTES = 1, 2, 8, 16, 24
_TRACED, _LET_GO = 1, 2
# Words of the account page, before the first call.
STATE_WORD, NOTED_WORD, ROOM_WORD = 1, 2, 3


def state_of_traced(*, forgets_all: bool, rehearses: bool = False) -> bytes:
    """Those bytes before a call."""
    return bytes([_TRACED, forgets_all, rehearses]).ljust(_CHANCE_AT, b"\0") + os.urandom(STATE_BYTES - _CHANCE_AT)


def state_of_let_go(cpu_ns: int) -> bytes:
    """The same of one that goes on by itself; `cpu_ns` is what it had used when its call began."""
    return bytes([_LET_GO]).ljust(_CPU_AT, b"\0") + cpu_ns.to_bytes(8, "little")


class Restorable:
    """The few bytes that the init writes into a worker."""

    def __init__(self) -> None:
        self.state = bytearray(STATE_BYTES)
        self._slack: list[Any] = []

    @property
    def is_traced(self) -> bool:
        """Whether nothing has happened since the worker was restored but in memory."""
        return self.state[0] == _TRACED

    @property
    def forgets_all(self) -> bool:
        """Whether it will be restored after this call, whatever that does in memory."""
        return self.state[_ALL_AT] == 1 and self.is_traced

    @property
    def rehearses(self) -> bool:
        """Whether the call that was read is the init's own (`rehearsal.py`)."""
        return self.state[_REHEARSAL_AT] == 1 and self.is_traced

    def was_let_go(self) -> bool:
        """Whether the call did something else, so that the worker has to be replaced."""
        return self.state[0] == _LET_GO

    def cpu_before(self) -> int:
        """CPU nanoseconds of this process when the call began."""
        return int.from_bytes(self.state[_CPU_AT:_CHANCE_AT], "little")

    def chance(self) -> int:
        """A number that no call before has had."""
        return int.from_bytes(self.state[_CHANCE_AT:], "little") >> 1

    def offer(self, filters: Sequence[Filter], account: memoryview[int]) -> None:
        """Lets the init trace this process and copy its memory at its next system call, where the kernel permits it.

        Raises:
            OSError: a filter could not be loaded.
        """
        try:
            noted = self._have_writes_noted(account)
        except (OSError, AttributeError):  # a C library without `mallopt`
            noted = -1
        if noted >= 0:
            os.kill(os.getpid(), STOP)  # the init takes what notes the writes
            os.close(noted)
        else:
            os.kill(os.getpid(), signal.SIGSTOP)  # the init says that it is ready, and has it go on
        load_filters(filters)
        if noted >= 0:
            os.kill(os.getpid(), STOP)

    def _have_writes_noted(self, account: memoryview[int]) -> int:
        if resource.getrlimit(resource.RLIMIT_CPU)[0] != resource.RLIM_INFINITY:
            return -1  # a fork begins at none, and all calls of this process would add up
        self._grow()
        room = _room()
        layout = layout_of("self")
        if not writable_ranges(layout):
            return -1
        _have_all_there(layout)
        noted = written_pages.open_written(noted_ranges(layout))
        try:
            tracing.be_traced()
        except OSError:
            os.close(noted)
            raise
        self.state[0] = _TRACED
        account[NOTED_WORD] = noted
        account[ROOM_WORD] = room
        account[STATE_WORD] = ctypes.addressof(ctypes.c_char.from_buffer(self.state))
        return noted

    def _grow(self) -> None:
        """Gets memory ahead, which a call would have to ask for."""
        for what, value in ((_TRIM_THRESHOLD, 1 << 30), (_MMAP_THRESHOLD, 32 << 20)):
            libc.mallopt(what, value)
        heap = ctypes.CDLL(None)  # functions of its own, as their types are
        heap.malloc.restype = ctypes.c_void_p
        room = SLACK - (_ARENAS << 20)
        free = heap.malloc(ctypes.c_size_t(room))
        ctypes.memset(free, 0, _NEAR)  # the rest is a reserve: see `_have_all_there`
        heap.free(ctypes.c_void_p(free))  # and it keeps what is free
        size = 512 - sys.getsizeof(b"")  # the largest that the allocator of small objects gives
        objects = [bytes(size) for _ in range((_ARENAS << 20) // 512)]
        self._slack = objects[:: len(objects) // (2 * _ARENAS)]
        del objects
        most = resource.getrlimit(resource.RLIMIT_STACK)[0]
        if most == resource.RLIM_INFINITY or most > 4 * _STACK:
            with open("/proc/self/maps") as maps:  # which takes a tenth of the time that the whole layout does
                for line in maps:
                    if line.endswith("[stack]\n"):
                        ctypes.memset(int(line.partition("-")[0], 16) - _STACK, 0, _STACK)


def _room() -> int:
    """Address space for what the init writes into this process (`own_copy.py`): the process can only read it."""
    mmap = ctypes.CDLL(None, use_errno=True).mmap
    mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    mmap.restype = ctypes.c_ssize_t
    start: int = mmap(None, OWN_ROOM, _READ | _EXECUTE, _PRIVATE | _ANONYMOUS | _NO_RESERVE, -1, 0)
    check(min(0, start), "mmap")
    return start


def with_room(code: CodeType, names: dict[str, Any]) -> FunctionType:
    """A function of this code, with room for a thousand frames below it, for which Python would ask the kernel.

    Python keeps frames in pieces of memory with sizes that are powers of two. Its own takes a little more than half.
    """
    return FunctionType(code.replace(co_stacksize=_ROOM // 8), names)


def _have_all_there(layout: Sequence[Mapping]) -> None:
    """Touches what calls may touch: else later ones could tell by its speed what those before them did.

    Reserves of which little is used are only read, which takes no memory: what a call makes there is given back.

    Raises:
        OSError: there is too much of it.
    """
    empty = 0
    for start, end, rights, device, name, _, there in layout:
        if rights[0] != "r" or name in _KERNELS:
            continue
        how = READ_ALL
        if device == "00:00" and rights == "rw-p" and (end - start <= _SMALL or there >= (end - start) // 2):
            how = _WRITE_ALL
        elif device == "00:00":
            empty += end - start
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _NOT_HUGE)
        if empty > _MOST_EMPTY:
            raise OSError(errno.ENOMEM, "too much memory that is not used")
        libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), how)


def layout_of(pid: str) -> list[Mapping]:
    """What a process has mapped, in order."""
    layout: list[Mapping] = []
    with open(f"/proc/{pid}/smaps") as file:
        text, *rest = file.read().split("\nVmFlags:")
    for behind in rest:
        flags, _, following = behind.partition("\n")
        head, _, fields = text.partition("\n")
        span, rights, _, device, _, *name = head.split(None, 5)
        start, _, end = span.partition("-")
        there = int(fields.partition("\nRss:")[2].split(None, 1)[0]) * 1024
        name_of_it = name[0] if name else ""
        layout.append((int(start, 16), int(end, 16), rights, device, name_of_it, frozenset(flags.split()), there))
        text = following
    return layout


def noted_ranges(layout: Sequence[Mapping]) -> list[tuple[int, int]]:
    """The private memory of a process: what can only be read too, so that one look is enough for all of it.

    Not what the kernel may drop any time: it notes no writes there.
    """
    return [
        (start, end)
        for start, end, rights, _, name, flags, _ in layout
        if rights[3] == "p" and name not in _KERNELS and _DROPPED not in flags
    ]


def wiped_ranges(layout: Sequence[Mapping]) -> list[tuple[int, int]]:
    """The memory that is empty in a fork: generators of random numbers keep their state there, so as not to repeat."""
    return [(start, end) for start, end, _, _, _, flags, _ in layout if flags & {_DROPPED, _WIPED}]


def writable_ranges(layout: Sequence[Mapping]) -> list[tuple[int, int]]:
    """The private memory that a process can write to; nothing where it shares some with others.

    The page that the init and the agent share with it is none of that: the init clears it.
    """
    ranges: list[tuple[int, int]] = []
    shared = 0
    for start, end, rights, _, _, flags, _ in layout:
        if _SHADOW_STACK in flags:
            return []
        if rights[1] != "w":
            continue
        if rights[3] == "s":
            shared += 1
        elif ranges and ranges[-1][1] == start:
            ranges[-1] = ranges[-1][0], end
        else:
            ranges.append((start, end))
    return ranges if shared == 1 else []

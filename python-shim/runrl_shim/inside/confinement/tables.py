"""System calls that are noted down before a fork, and carried out in it without Python.

A fork shares memory until it writes to it, and Python writes to every object that it only looks at: functions of Python
copied 160 pages to enter a slot, a table copies two. Where the processor is another, or memory cannot be made
executable, Python goes through the same table.
"""

from __future__ import annotations

import ctypes
import os
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeAlias

    #: A text is given as an address; a `ctypes` object, too.
    Argument: TypeAlias = "int | bytes | ctypes.Array[Any] | ctypes.Structure"

_NUMBERS = {  # on x86_64 and aarch64
    "capset": (126, 91),
    "close": (3, 57),
    "dup3": (292, 24),
    "fchmodat": (268, 53),
    "fstat": (5, 80),
    "getrusage": (98, 165),
    "ioctl": (16, 29),
    "mkdirat": (258, 34),
    "mount": (165, 40),
    "openat": (257, 56),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "rt_sigprocmask": (14, 135),
    "setns": (308, 268),
    "setsid": (112, 157),
    "socket": (41, 198),
    "unshare": (272, 97),
    "write": (1, 64),
}
# A row, in words: number, where the first argument is, five more, where the result goes, and how many bytes further it
# goes on after an error; 0 where it does not.
_ROW = 9
_ROW_BYTES = 8 * _ROW
_MOST_FURTHER = 5
# Numbers that are no system calls. `_END` ends a table, `_END_OF_PARENT` one that forks. `_FORK` forks: its first
# argument is the function, its second the table of the child.
_END, _FORK, _END_OF_PARENT = -1, -2, -3
_IN_PARENT = 1
_FAILED = -1
_ERRNO_BITS = 12
_WORD = (1 << 64) - 1
_libc = ctypes.CDLL(None, use_errno=True)

# Of a table: 0, 1 in the parent of forks, or minus (offset of the row that failed << 12 | errno).
_X86_64 = bytes.fromhex(
    "5357"  # push rbx; push rdi
    "4883ec08"  # sub rsp, 8
    "4889fb"  # mov rbx, rdi
    "488b03"  # next: mov rax, [rbx]
    "4885c0784f"  # test rax, rax; js special
    "488b7b08"  # mov rdi, [rbx + 8]
    "488b3f"  # mov rdi, [rdi]
    "488b7310"  # mov rsi, [rbx + 16]
    "488b5318"  # mov rdx, [rbx + 24]
    "4c8b5320"  # mov r10, [rbx + 32]
    "4c8b4328"  # mov r8, [rbx + 40]
    "4c8b4b30"  # mov r9, [rbx + 48]
    "0f05"  # syscall
    "488b4b38"  # mov rcx, [rbx + 56]
    "488901"  # mov [rcx], rax
    "4885c07806"  # test rax, rax; js failed
    "4883c348"  # on: add rbx, 72
    "ebc9"  # jmp next
    "488b4b40"  # failed: mov rcx, [rbx + 64]
    "4801cb"  # add rbx, rcx
    "4885c975bd"  # test rcx, rcx; jnz next
    "48f7d8"  # neg rax
    "482b5c2408"  # sub rbx, [rsp + 8]
    "48c1e30c"  # shl rbx, 12
    "4809d8"  # or rax, rbx
    "48f7d8eb38"  # neg rax; jmp out
    "48ffc0"  # special: inc rax
    "7431"  # je done
    "48ffc0"  # inc rax
    "7527"  # jne in_parent
    "488b4308"  # mov rax, [rbx + 8]
    "488b00"  # mov rax, [rax]
    "ffd0"  # call rax
    "4898"  # cdqe
    "4885c07409"  # test rax, rax; jz child
    "488b4b38"  # mov rcx, [rbx + 56]
    "488901"  # mov [rcx], rax
    "ebb7"  # jmp on
    "488b5b10"  # child: mov rbx, [rbx + 16]
    "48895c2408"  # mov [rsp + 8], rbx
    "e978ffffff"  # jmp next
    "48f7d8eb02"  # in_parent: neg rax; jmp out
    "31c0"  # done: xor eax, eax
    "4883c408"  # out: add rsp, 8
    "5f5bc3"  # pop rdi; pop rbx; ret
)
_PAGE = 4096
_MOST_CELLS = 4096
_cells = (ctypes.c_int64 * _MOST_CELLS)()  # side by side: a fork writes to as few pages as can be
_used = 0


class Cell:
    """A number that is known when the table is carried out: what a call gave, or what `set` put there."""

    __slots__ = ("_index", "address")

    def __init__(self, value: int = -1) -> None:
        global _used
        self._index, _used = _used, _used + 1
        self.address = ctypes.addressof(_cells) + 8 * self._index
        _cells[self._index] = value

    def set(self, value: int) -> None:
        """Before the table is carried out."""
        _cells[self._index] = value

    def get(self) -> int:
        """What is there; of a call that failed, minus the number of the error."""
        return _cells[self._index]


class Table:
    """System calls, one after the other."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, Cell, tuple[int, ...], Cell, int, str]] = []
        self._children: list[tuple[Any, Table]] = []
        self._kept: list[object] = []
        self._words: Any = None
        self._is_for_python = False

    def call(self, name: str, first: Argument | Cell = 0, *further: Argument, skips: int = 0, what: str = "") -> Cell:
        """Adds a system call.

        Args:
            skips: after an error it goes on behind so many rows, this one included; 0: it does not go on.
            what: it does, in words.

        Returns:
            What it gives.
        """
        cell = first if isinstance(first, Cell) else Cell(self._word(first))
        number = _NUMBERS[name][0 if os.uname().machine == "x86_64" else 1]
        return self._add(number, cell, tuple(map(self._word, further)), skips, what or name)

    def fork(self, fork: Any, child: Table) -> Cell:
        """Adds a fork. The child goes on with the table `child`.

        Args:
            fork: a function of the C library, or `os.fork`.

        Returns:
            The child's number, -1 where it failed.
        """
        self._children.append((fork, child))
        if fork is os.fork:
            self._is_for_python = True
            return self._add(_FORK, Cell(), (), 0, "fork")
        address = ctypes.cast(fork, ctypes.c_void_p).value or 0
        return self._add(_FORK, Cell(address), (child.write_down(),), 0, "fork")

    def _add(self, number: int, first: Cell, further: tuple[int, ...], skips: int, what: str) -> Cell:
        result = Cell()
        self._rows.append((number, first, further, result, skips, what))
        return result

    def _word(self, argument: Argument) -> int:
        if isinstance(argument, bytes):
            argument = ctypes.create_string_buffer(argument)
        if isinstance(argument, int):
            return argument
        self._kept.append(argument)
        return ctypes.addressof(argument)

    def write_down(self) -> int:
        """Makes it, after the last call and before the fork that carries it out. Gives its address."""
        _native()  # made once: forks share it
        words = []
        for number, first, further, result, skips, _ in self._rows:
            empty = [0] * (_MOST_FURTHER - len(further))
            words += [number, first.address, *further, *empty, result.address, skips * _ROW_BYTES]
        words.append(_END_OF_PARENT if self._children else _END)
        self._words = (ctypes.c_uint64 * len(words))(*[word & _WORD for word in words])
        return ctypes.addressof(self._words)

    def carry_out(self, start: int = 0) -> int:
        """Does it all, from this row on.

        Returns:
            0, or what is for `refuse`; 1 where it forks and this is the parent.
        """
        if self._words is None:
            self.write_down()
        native = None if self._is_for_python else _native()
        if native is None:
            return self._by_hand(start)
        given: int = native(ctypes.c_void_p(ctypes.addressof(self._words) + start * _ROW_BYTES))
        return given

    def refuse(self, given: int) -> NoReturn:
        """Raises OSError with what failed."""
        row, number = divmod(-given, 1 << _ERRNO_BITS)
        raise OSError(number, f"{self._rows[row // _ROW_BYTES][5]}: {os.strerror(number)}")

    def _by_hand(self, start: int) -> int:
        index = start
        children = iter(self._children[sum(row[0] == _FORK for row in self._rows[:index]) :])
        while index < len(self._rows):
            number, first, further, result, skips, _ = self._rows[index]
            if number == _FORK:
                fork, child = next(children)
                try:
                    pid: int = fork()
                except OSError as error:  # of Python's own
                    pid = _FAILED
                    ctypes.set_errno(error.errno or 0)
                if pid == 0:
                    return child.carry_out()
                result.set(pid)
                index += 1
                continue
            words = [ctypes.c_ulong(word & _WORD) for word in (first.get(), *further)]
            given = _libc.syscall(ctypes.c_long(number), *words)
            result.set(given if given >= 0 else -ctypes.get_errno())
            if given < 0 and not skips:
                return -((index - start) * _ROW_BYTES << _ERRNO_BITS | ctypes.get_errno())
            index += skips if given < 0 else 1
        return _IN_PARENT if self._children else 0


@cache
def _native() -> Any:
    """The function that carries a table out; None where Python has to."""
    if os.uname().machine != "x86_64" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return None
    map_memory, private_anonymous, read, write, execute = _libc.mmap, 0x22, 1, 2, 4
    map_memory.restype = ctypes.c_void_p
    room: int = map_memory(None, ctypes.c_size_t(_PAGE), read | write, private_anonymous, -1, ctypes.c_long(0))
    if room == ctypes.c_void_p(-1).value:
        return None
    ctypes.memmove(room, _X86_64, len(_X86_64))
    if _libc.mprotect(ctypes.c_void_p(room), ctypes.c_size_t(_PAGE), read | execute) != 0:
        return None
    library: Any = ctypes.PyDLL(None, use_errno=True)  # it keeps the interpreter's lock: a fork need not take it again
    function = library._FuncPtr(room)
    function.restype = ctypes.c_long
    return function

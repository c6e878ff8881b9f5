"""Has a worker bring back what every call writes, by itself: to write that into it from outside takes twice as long.

The code that does so, and what it copies, lie in memory that the worker can only read. To change that it would have to
ask the kernel, and then it is let go. So whatever a call did, this code does what it was made for once the registers
are set, if nothing leads it elsewhere on the way:

- signals wait until it is done,
- there is one thread,
- what the kernel itself would do at a preemption, where a call has asked for it in memory (`rseq`), is cleared before.
"""

from __future__ import annotations

import ctypes
import os
import struct

from runrl_shim.inside.restore.memory_copy import NotRestorable
from runrl_shim.inside.restore.restorable import OWN_ROOM, READ_ALL
from runrl_shim.inside.restore.tracing import ADVISE, AT_SYSTEM_CALL, PAGE, PROTECT, Pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.inside.restore.tracing import Traced
    from runrl_shim.inside.restore.written_pages import Pages

# RBX is where the entries begin: (to, from, bytes), the last one of no bytes.
_CODE = bytes.fromhex(
    "fc"  # cld
    "488b3b"  # next: mov rdi, [rbx]
    "488b7308"  # mov rsi, [rbx + 8]
    "488b4b10"  # mov rcx, [rbx + 16]
    "4885c9"  # test rcx, rcx
    "7408"  # jz end
    "f3a4"  # rep movsb
    "4883c318"  # add rbx, 24
    "ebe8"  # jmp next
    "0f05"  # end: syscall
)
_ENTRIES_AT = 64
_ENTRY = struct.Struct("<3Q")
_READ, _WRITE, _EXECUTE = 1, 2, 4
_DONT_NEED = 4  # MADV_DONTNEED


class OwnCopy:
    """The code, its entries and a copy, in the memory of a worker that is stopped.

    Args:
        room: where `OWN_ROOM` bytes are that the worker can read and execute; what does not fit is copied from outside.
        pieces: what is to be copied, as for `Pieces`: from here, where it has not changed yet.
        wait: see `Traced.carry_out`.

    Raises:
        OSError, NotRestorable: the kernel refuses something.

    Attributes:
        outside: what has to be copied from outside before it runs, as for `Pieces`.
    """

    def __init__(
        self, traced: Traced, pages: Pages, room: int, pieces: list[tuple[int, int, int]], wait: Callable[[], int]
    ) -> None:
        self._traced, self._room = traced, room
        entries, parts = bytearray(), []
        at = room + _ENTRIES_AT + _ENTRY.size * (len(pieces) + 1)
        head = at - room
        for here, there, size in pieces:
            if at + size > room + OWN_ROOM:
                break
            entries += _ENTRY.pack(there, at, size)
            parts.append((here, at, size))
            at += size
        self.outside = pieces[len(parts) :]
        if abort := traced.abort_word():  # has the worker stay in what it is made to run
            self._nothing = ctypes.create_string_buffer(8)
            self.outside.append((ctypes.addressof(self._nothing), abort, 8))
        content = (_CODE.ljust(_ENTRIES_AT, b"\0") + bytes(entries)).ljust(head, b"\0")
        traced.copy_many(Pieces(self.outside), into=True)
        signals = traced.call(wait, PROTECT, room, OWN_ROOM, _READ | _WRITE)
        traced.write(room, content)
        traced.copy_many(Pieces(parts), into=True)
        signals += traced.call(wait, PROTECT, room, OWN_ROOM, _READ | _EXECUTE)
        pages.protect([(room, room + -(-(at - room) // PAGE) * PAGE)])
        traced.set_aside(room, room + _ENTRIES_AT)
        traced.restore_registers()
        self.bring_back(wait, [])
        for signal in signals:
            os.kill(traced.pid, signal)

    def bring_back(self, wait: Callable[[], int], made: list[tuple[int, int]]) -> None:
        """Brings it all back, in a worker whose registers were restored; then they are as they were saved.

        Args:
            wait: see `Traced.carry_out`.
            made: memory that the worker gives back to the kernel: it shows the kernel's empty page again.

        Raises:
            OSError, NotRestorable: it did not.
        """
        traced, signals = self._traced, []
        for start, end in made:
            for advice in (_DONT_NEED, READ_ALL):
                signals += traced.call(wait, ADVISE, start, end - start, advice)
        if made:
            traced.restore_registers()
        traced.go_on()
        while (stopped_at := wait()) != AT_SYSTEM_CALL:
            signals.append(stopped_at)
            traced.go_on()
        if traced.stands_at() != self._room + len(_CODE):
            raise NotRestorable("its own copy was not brought back")
        traced.set_registers()
        for signal in signals:
            os.kill(traced.pid, signal)

"""What a slot's init asks of the kernel to restore its worker: stops, registers and memory (x86_64).

Nothing here is called by a process that runs the user's code, but `be_traced`.
"""

from __future__ import annotations

import ctypes
import errno

from runrl_shim.inside.confinement.confine import check
from runrl_shim.inside.restore.written_pages import PIDFD_GETFD, USERFAULTFD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from resource import struct_rusage
    from typing import TypeAlias

    #: Number and first arguments of a system call.
    Asked: TypeAlias = tuple[int, int, int, int]

PAGE = 4096

_TRACEME, _POKEUSER, _CONT, _GETREGS, _SETREGS, _DETACH, _SYSCALL, _SYSEMU = 0, 6, 7, 12, 13, 17, 24, 31
_SETOPTIONS, _GETREGSET, _SETREGSET, _GET_SYSCALL_INFO, _GET_RSEQ = 0x4200, 0x4204, 0x4205, 0x420E, 0x420F
_XSTATE = 0x202  # floating point and vectors, protection keys
_TELL_CALLS_APART, _END_WITH_TRACER = 1, 0x100000
_MOST_XSTATE = 16 * 1024  # bytes

#: The signal that a stop at a system call looks like.
AT_SYSTEM_CALL = 5 | 0x80

READ, WRITE, PROTECT, ADVISE = 0, 1, 10, 28
# Numbers of x86_64; the filter for workers refuses them all.
PTRACE, _PROCESS_VM_READV, _PROCESS_VM_WRITEV = 101, 310, 311
TRACER_CALLS = (PTRACE, _PROCESS_VM_READV, _PROCESS_VM_WRITEV, USERFAULTFD, PIDFD_GETFD)

# Positions in `user_regs_struct`, which has 27 words.
_BX, _AX, _DX, _SI, _DI, _ORIGINAL_AX, _IP = 5, 10, 12, 13, 14, 15, 16
_NONE = (1 << 64) - 1  # the number of no system call
_REGISTERS = ctypes.c_uint64 * 27
# `ptrace_syscall_info` at the beginning of a system call: what it is, with the architecture that it is made for;
# instruction, stack; number; arguments.
_CALL = ctypes.c_uint64 * 11
_BEGINS = 1
_IS_OWN = _BEGINS | 0xC000003E << 32

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


class Ended(Exception):
    """The worker has ended: `status` and `used` as `os.wait4` gives them."""

    def __init__(self, status: int, used: struct_rusage) -> None:
        super().__init__()
        self.status, self.used = status, used


class Traced:
    """A child that is traced, while it is stopped. Every method raises OSError where the kernel refuses."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._registers = _REGISTERS()
        self._at = ctypes.addressof(self._registers)
        self._call = _CALL()
        self._call_at = ctypes.addressof(self._call)
        self._saved = _REGISTERS()
        self._aside = _REGISTERS()  # the same but for what has it run other code
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

    def asks(self) -> Asked:
        """Number and first arguments of the system call at which it has stopped.

        The number is -1 for a call by the table of another architecture, such as `int 0x80` makes it: 1 is not `write`
        there.
        """
        self._ask(_GET_SYSCALL_INFO, ctypes.sizeof(_CALL), self._call_at)
        head, _, _, number, first, second, third, *_ = self._call
        return number if head == _IS_OWN else -1, first, second, third

    def stands_at(self) -> int:
        """The instruction behind the system call at which it has stopped."""
        self._ask(_GET_SYSCALL_INFO, ctypes.sizeof(_CALL), self._call_at)
        return self._call[1]

    def set_aside(self, at: int, argument: int) -> None:
        """From now on, once its registers are restored, it gives up its system call and runs this code with RBX set."""
        self._aside = _REGISTERS(*self._saved)
        self._aside[_IP], self._aside[_BX], self._aside[_ORIGINAL_AX] = at, argument, _NONE

    def abort_word(self) -> int:
        """Where eight bytes may name code that a process leaves when it loses the processor (rseq). 0: nowhere."""
        told = (ctypes.c_uint64 * 3)()
        if _ptrace(_GET_RSEQ, self.pid, ctypes.sizeof(told), ctypes.addressof(told)) < 0:
            if ctypes.get_errno() != errno.EIO:  # a kernel that knows nothing of it
                check(-1, "ptrace")
            return 0
        return told[0] + 8 if told[0] else 0

    def answer(self, result: int) -> None:
        """Ends the system call at which it has stopped with this result, and has it go on."""
        self._ask(_POKEUSER, 8 * _AX, result)
        self._ask(_SYSEMU, 0, 0)

    def let_go(self, signal: int) -> None:
        """Is its tracer no more. What it was about to ask of the kernel, or this signal, is its own affair then."""
        if signal == AT_SYSTEM_CALL:
            self._ask_again()
            signal = 0
        self._ask(_DETACH, 0, signal)

    def answer_and_let_go(self, result: int) -> None:
        """The same, where the system call at which it has stopped ends with this result."""
        self._ask(_POKEUSER, 8 * _AX, result)
        self._ask(_DETACH, 0, 0)

    def _ask_again(self) -> None:
        """Has it begin the system call at which it has stopped anew."""
        self._ask(_GETREGS, 0, self._at)
        registers = self._registers
        registers[_IP] -= 2  # the length of the instruction, whichever it was
        registers[_AX] = registers[_ORIGINAL_AX]
        self._ask(_SETREGS, 0, self._at)

    def carry_out(self, wait: Callable[[], int]) -> list[int]:
        """Has the kernel do what it asks for, and runs it until it asks for more.

        Args:
            wait: see `Restorer`.

        Returns:
            The signals that came meanwhile.
        """
        self._ask_again()
        signals = self._make_call(wait)
        self.go_on()
        return signals

    def _make_call(self, wait: Callable[[], int], number: int = -1) -> list[int]:
        """Runs it to where the system call ends that it is about to make; refuses another one than this."""
        signals, begun = [], False
        while True:
            self._ask(_SYSCALL, 0, 0)
            while (stopped_at := wait()) != AT_SYSTEM_CALL:
                signals.append(stopped_at)
                self._ask(_SYSCALL, 0, 0)
            self._ask(_GET_SYSCALL_INFO, ctypes.sizeof(_CALL), self._call_at)
            if self._call[0] & 0xFF == _BEGINS:
                begun = True
                if number not in (-1, self._call[3]):
                    raise OSError(1, "it makes another call")
            elif begun:  # before it, the call ends that it had stopped at and gave up
                return signals

    def call(self, wait: Callable[[], int], number: int, *arguments: int) -> list[int]:
        """Has it make a system call of three arguments where it was when registers were saved, and stand there again.

        Returns:
            The signals that came meanwhile.
        """
        registers = _REGISTERS(*self._saved)
        registers[_IP] -= 2
        registers[_AX] = number
        registers[_ORIGINAL_AX] = _NONE
        registers[_DI], registers[_SI], registers[_DX] = arguments
        self._ask(_SETREGS, 0, ctypes.addressof(registers))
        signals = self._make_call(wait, number)
        self._ask(_GETREGS, 0, self._at)
        if self._registers[_AX]:
            raise OSError(-ctypes.c_int64(self._registers[_AX]).value, "a call in its stead")
        self.set_registers()
        return signals

    def save_registers(self) -> None:
        """Keeps all registers, as of now."""
        self._ask(_GETREGS, 0, ctypes.addressof(self._saved))
        self._ask(_GETREGSET, _XSTATE, ctypes.addressof(self._vector))  # which cuts the vector to the length
        self._aside = _REGISTERS(*self._saved)

    def restore_registers(self) -> bool:
        """Sets all registers to what was saved, but see `set_aside`. False: one of them cannot be set (RFLAGS.ID)."""
        self._ask(_SETREGS, 0, ctypes.addressof(self._aside))
        self._ask(_SETREGSET, _XSTATE, ctypes.addressof(self._vector))
        self._ask(_GETREGS, 0, self._at)
        return bytes(self._registers) == bytes(self._aside)

    def set_registers(self) -> None:
        """Sets those that are not for vectors to what was saved."""
        self._ask(_SETREGS, 0, ctypes.addressof(self._saved))

    def all_registers(self) -> bytes:
        """As they are, vectors too; for tests."""
        others = (ctypes.c_uint64 * 2)(ctypes.addressof(held := ctypes.create_string_buffer(_MOST_XSTATE)), len(held))
        self._ask(_GETREGS, 0, self._at)
        self._ask(_GETREGSET, _XSTATE, ctypes.addressof(others))
        return bytes(self._registers) + held.raw

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
        ctypes.memset(self._call_at, 0, ctypes.sizeof(_CALL))

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

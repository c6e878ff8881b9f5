"""Seccomp: reads filters that were compiled ahead of time (sandbox/seccomp), and loads them into this process.

What is loaded holds for the process and all its children, for good. Of several filters the strictest answer counts.

Those that are loaded together are joined into one: each filter that a process holds costs the kernel memory and time,
and Linux 6.18 was seen to lock up in its allocator for compiled filters when thousands of processes with three of them
each ended in one instant.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from runrl_shim.inside.confinement.confine import check, libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from runrl_shim.inside.confinement.steps import Steps

_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2

_INSTRUCTION = struct.Struct("=HBBI")  # code, jump if true, jump if false, k
_MOST_INSTRUCTIONS = 4096  # BPF_MAXINSNS
_LOAD_ARCHITECTURE = (0x20, 0, 0, 4)  # BPF_LD|BPF_W|BPF_ABS of seccomp_data.arch
_LOAD_NUMBER = (0x20, 0, 0, 0)  # of seccomp_data.nr
_JUMP_IF_EQUAL = 0x15  # BPF_JMP|BPF_JEQ|BPF_K
_RETURN_ALLOW = (0x06, 0, 0, 0x7FFF0000)  # BPF_RET|BPF_K of SECCOMP_RET_ALLOW
_JUMP = 0x05  # BPF_JMP|BPF_JA
_AUDIT_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


class FilterError(Exception):
    """A filter is missing or is not one for this machine. The host knows the words `the seccomp filter`."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


class Filter:
    """A filter as the kernel takes it. Made before the fork that loads it, which would cost that one memory."""

    __slots__ = ("instructions", "program", "reference")

    def __init__(self, program: bytes) -> None:
        self.program = program
        self.instructions = _Program(len(program) // _INSTRUCTION.size, program)
        self.reference = ctypes.byref(self.instructions)


def read_filters(paths: Sequence[str]) -> list[Filter]:
    """Reads filters, in the order in which they would be loaded, and joins them.

    Raises:
        FilterError: a file is missing, empty, cut off, too long, or for another processor architecture.
    """
    machine = os.uname().machine
    return [Filter(program) for program in join([_read_filter(path, machine) for path in paths])]


def _read_filter(path: str, machine: str) -> bytes:
    def refuse(reason: str) -> FilterError:
        return FilterError(f"the seccomp filter {path} cannot be used: {reason}")

    try:
        with open(path, "rb") as file:
            program = file.read(_MOST_INSTRUCTIONS * _INSTRUCTION.size + 1)
    except OSError as error:
        raise refuse(error.strerror or str(error)) from None
    if not program:
        raise refuse("it is empty")
    if len(program) > _MOST_INSTRUCTIONS * _INSTRUCTION.size:
        raise refuse(f"it has more than {_MOST_INSTRUCTIONS} instructions")
    if len(program) % _INSTRUCTION.size:
        raise refuse(f"its {len(program)} bytes are not a multiple of {_INSTRUCTION.size}: it is cut off or no filter")
    # Every filter of libseccomp asks for the architecture first, and ends the process at any but its own.
    code, _, _, architecture = _INSTRUCTION.unpack_from(program, _INSTRUCTION.size) if len(program) > 8 else (0,) * 4
    if _INSTRUCTION.unpack_from(program) != _LOAD_ARCHITECTURE or code != _JUMP_IF_EQUAL:
        raise refuse("it does not begin by asking for the processor architecture: it is damaged or no filter")
    if architecture != _AUDIT_ARCHITECTURES.get(machine):
        known = {number: name for name, number in _AUDIT_ARCHITECTURES.items()}
        raise refuse(f"it is for {known.get(architecture, hex(architecture))}, and this machine is {machine}")
    return program


def join(filters: Sequence[bytes]) -> list[bytes]:
    """One filter that answers as these would together; as they are where they would be too long.

    Each passes on to the next what it allows. The last one is asked first, because among errors the kernel takes that
    of the filter which was loaded last. None of ours differs in anything but errors, save for foreign architectures, at
    which all of them end the process.
    """
    total = sum(map(len, filters)) // _INSTRUCTION.size
    if len(filters) < 2 or total > _MOST_INSTRUCTIONS:
        return list(filters)
    joined = bytearray()
    for program in filters[:0:-1]:
        count = len(program) // _INSTRUCTION.size
        for index, instruction in enumerate(_INSTRUCTION.iter_unpack(program)):
            if instruction == _RETURN_ALLOW:
                joined += _INSTRUCTION.pack(_JUMP, 0, 0, count - index - 1)
            else:
                joined += _INSTRUCTION.pack(*instruction)
    return [bytes(joined + filters[0])]


def permitting(filters: Sequence[Filter], numbers: Sequence[int]) -> list[Filter]:
    """The same filters, but that they allow these system calls of the machine's own architecture."""
    expected = _AUDIT_ARCHITECTURES[os.uname().machine]
    made = []
    for each in filters:
        head = [_LOAD_ARCHITECTURE, (_JUMP_IF_EQUAL, 0, len(numbers) + 1, expected), _LOAD_NUMBER]
        head += [(_JUMP_IF_EQUAL, len(numbers) - index, 0, number) for index, number in enumerate(numbers)]
        head += [(_JUMP, 0, 0, 1), _RETURN_ALLOW]
        made.append(Filter(b"".join(_INSTRUCTION.pack(*one) for one in head) + each.program))
    return made


_call_prctl = libc.prctl  # by this name: see `confine.py`
_MODE, _NO_FLAGS = ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.c_ulong(0)


def filtered(steps: Steps, filters: Sequence[Filter]) -> None:
    """Adds what `load_filters` does."""
    for one in filters:
        what = "a seccomp filter could not be loaded: prctl(PR_SET_SECCOMP)"
        steps.call("prctl", _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, one.instructions, 0, 0, what=what)


def load_filters(filters: Sequence[Filter]) -> None:
    """Puts the filters on this process, for good. It must have one thread and `no_new_privs`.

    Raises:
        OSError: the kernel refused one, or has no seccomp.
    """
    for one in filters:
        if _call_prctl(_PR_SET_SECCOMP, _MODE, one.reference, _NO_FLAGS, None) != 0:
            check(-1, "a seccomp filter could not be loaded: prctl(PR_SET_SECCOMP)")


# --- what the canary tries -------------------------------------------------------------------------------

_CLONE_FS, _CLONE_NEWUSER = 0x200, 0x10000000
_AF_VSOCK, _SOCK_STREAM = 40, 1
_TIOCSTI = 0x5412
_RLIMIT_NOFILE = 7

# Name, numbers on x86_64 and aarch64, arguments that do no harm where no filter is.
_ATTEMPTS: tuple[tuple[str, int, int, tuple[int, ...]], ...] = (
    ("ptrace", 101, 117, (0, 0, 0, 0)),
    ("process_vm_readv", 310, 270, (1, 0, 0, 0, 0, 0)),
    ("prlimit64 of another process", 302, 261, (1, _RLIMIT_NOFILE, 0, 0)),
    ("unshare", 272, 97, (_CLONE_NEWUSER,)),
    ("clone with a namespace", 56, 220, (_CLONE_NEWUSER | _CLONE_FS, 0, 0, 0, 0)),  # EINVAL: these two exclude another
    ("clone3", 435, 435, (0, 0)),
    ("io_uring_setup", 425, 425, (0, 0)),
    ("bpf", 321, 280, (0, 0, 0)),
    ("keyctl", 250, 219, (0, 0xFFFFFFFD, 0)),
    ("mount", 165, 40, (0, 0, 0, 0, 0)),
    ("an AF_VSOCK socket", 41, 198, (_AF_VSOCK, _SOCK_STREAM, 0)),
    ("TIOCSTI", 16, 29, (0, _TIOCSTI, 0)),
    ("a system call that the policy does not name", 451, 451, (0, 0, 0, 0)),
)


def find_holes() -> list[str]:
    """Tries, by number, what the filters for every slot refuse; gives the names of what was not refused."""
    x86_64 = os.uname().machine == "x86_64"
    return [name for name, x86, arm, arguments in _ATTEMPTS if not _refused(x86 if x86_64 else arm, arguments)]


def _refused(number: int, arguments: tuple[int, ...]) -> bool:
    result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_ulong, arguments))
    return result < 0 and ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)

"""Seccomp: reads filters that were compiled ahead of time (sandbox/seccomp), and loads them into this process.

What is loaded holds for the process and all its children, for good. Of several filters the strictest answer counts.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from runrl_shim.inside.confine import check, libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2

_INSTRUCTION = struct.Struct("=HBBI")  # code, jump if true, jump if false, k
_MOST_INSTRUCTIONS = 4096  # BPF_MAXINSNS
_LOAD_ARCHITECTURE = (0x20, 0, 0, 4)  # BPF_LD|BPF_W|BPF_ABS of seccomp_data.arch
_JUMP_IF_EQUAL = 0x15  # BPF_JMP|BPF_JEQ|BPF_K
_AUDIT_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


class FilterError(Exception):
    """A filter is missing or is not one for this machine. The host knows the words `the seccomp filter`."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def read_filters(paths: Sequence[str]) -> list[bytes]:
    """Reads filters, in the order in which they are to be loaded.

    Raises:
        FilterError: a file is missing, empty, cut off, too long, or for another processor architecture.
    """
    machine = os.uname().machine
    return [_read_filter(path, machine) for path in paths]


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


def load_filters(filters: Sequence[bytes]) -> None:
    """Puts the filters on this process, for good. It must have one thread and `no_new_privs`.

    Raises:
        OSError: the kernel refused one, or has no seccomp.
    """
    for program in filters:
        fprog = _Program(len(program) // _INSTRUCTION.size, program)
        result = libc.prctl(
            _PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.byref(fprog), ctypes.c_ulong(0), None
        )
        check(result, "a seccomp filter could not be loaded: prctl(PR_SET_SECCOMP)")


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

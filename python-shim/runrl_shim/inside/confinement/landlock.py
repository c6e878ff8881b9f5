"""Landlock: what processes may open, connect to and signal, without any namespace (Linux 6.12, ABI 6, and later).

Two layers of it are stacked. The module's (`module_rules`) holds the zygote and everything below it to the files
that the module needs. A worker's (`worker_rules`) takes /proc and the other slots' folders away as well, and no
worker reaches a process that is not its own descendant: signals, ptrace and abstract sockets end at its border.

The numbers are those of `linux/landlock.h`; the three system calls have the same ones on every architecture.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from struct import pack

from runrl_shim.inside.confinement.confine import libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from runrl_shim.wire.protocol import ModuleSpecLandlock

LEAST_ABI = 6  # signals and abstract sockets: without them a worker could end what guards it

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_CREATE_VERSION = 1
_RULE_PATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_REFER = 1 << 13
_TRUNCATE = 1 << 14
_ALL_FILE_RIGHTS = (1 << 16) - 1  # up to IOCTL_DEV, ABI 5
_FOR_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_MAKE_DEVICES = 1 << 6 | 1 << 11
_OWN = _ALL_FILE_RIGHTS & ~_MAKE_DEVICES & ~(1 << 15)
_DEVICE = _READ_FILE | _WRITE_FILE | _TRUNCATE
_ALL_TCP = 3
_ALL_SCOPES = 3

# Numerical libraries ask for these.
HARMLESS = ("/proc/cpuinfo", "/proc/meminfo")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def abi() -> int:
    """Version of Landlock that this kernel has; 0 where it has none, or where it is switched off."""
    found: int = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_CREATE_VERSION))
    return max(0, found)


def demand() -> None:
    """Raises OSError where Landlock is missing or too old to keep what is promised."""
    found = abi()
    if found < LEAST_ABI:
        raise OSError(errno.ENOSYS, f"landlock: the kernel has ABI {found}, {LEAST_ABI} (Linux 6.12) is needed")


def reach_descendants_only(witness: int) -> None:
    """Lets the calling process and its later children signal, trace and connect to nobody but themselves.

    Args:
        witness: a process of the same user that can be signalled until now.

    Raises:
        OSError: Landlock is missing or too old.
        RuntimeError: the witness can still be signalled.
    """
    rules = Rules(tcp=True, files=_REFER)
    rules.allow_moves()
    rules.put_on()
    rules.close()
    try:
        os.kill(witness, 0)
    except PermissionError:
        return
    raise RuntimeError("landlock: a process that is no descendant can be signalled")


def load_folder(spec: ModuleSpecLandlock) -> str:
    """Where the module writes while it is imported."""
    return os.path.join(spec["tmp"], "load")


def module_rules(spec: ModuleSpecLandlock) -> Rules:
    """What the zygote, the inits and every worker are held to."""
    rules = Rules(tcp=spec["tcp"])
    rules.read([*spec["read"], "/proc"])
    rules.list(spec["list"])
    rules.devices()
    rules.own(spec["tmp"])
    return rules


def worker_rules(spec: ModuleSpecLandlock, folder: str) -> Rules:
    """What a worker is held to on top of that; `folder` is its slot's own."""
    rules = Rules(tcp=spec["tcp"])
    rules.read([*spec["read"], *HARMLESS, load_folder(spec)])
    rules.list(spec["list"])
    rules.devices()
    rules.own(folder)
    return rules


class Rules:
    """A set of rules, made once, that any number of processes can put on.

    Args:
        tcp: whether TCP may be used at all (only where the network namespace is the module's own).
        files: rights to files that nobody has to whom they are not given.
    """

    def __init__(self, *, tcp: bool, files: int = _ALL_FILE_RIGHTS) -> None:
        demand()
        handled = pack("<QQQ", files, 0 if tcp else _ALL_TCP, _ALL_SCOPES)
        self._fd = libc.syscall(_CREATE_RULESET, handled, ctypes.c_size_t(len(handled)), ctypes.c_uint32(0))
        if self._fd < 0:
            raise _failure("landlock_create_ruleset")

    def read(self, paths: Iterable[str]) -> None:
        """Lets files and folders be read and executed. Those that do not exist are left out."""
        for path in paths:
            self._allow(path, _READ)

    def list(self, folders: Iterable[str]) -> None:
        """Lets names be listed, in the folders and all below them, and nothing be read."""
        for folder in folders:
            self._allow(folder, _READ_DIR)

    def own(self, folder: str) -> None:
        """Lets everything be done with the files below a folder but devices."""
        self._allow(folder, _OWN, must_exist=True)

    def allow_moves(self) -> None:
        """Leaves it to other rules what may be moved where: no rules at all would mean nothing and nowhere."""
        self._allow("/", _REFER, must_exist=True)

    def devices(self) -> None:
        """Lets the harmless devices be used."""
        for path in _DEVICES:
            self._allow(path, _DEVICE)

    def put_on(self) -> None:
        """Confines the calling thread and its later children, for good."""
        if libc.syscall(_RESTRICT_SELF, ctypes.c_int(self._fd), ctypes.c_uint32(0)) != 0:
            raise _failure("landlock_restrict_self")

    def close(self) -> None:
        """Gives the descriptor back."""
        os.close(self._fd)

    def _allow(self, path: str, rights: int, *, must_exist: bool = False) -> None:
        try:
            found = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            if must_exist:
                raise
            return  # what cannot be reached needs no permission
        try:
            if not stat.S_ISDIR(os.fstat(found).st_mode):
                rights &= _FOR_FILES
            rule = pack("<Qi", rights, found)
            if libc.syscall(_ADD_RULE, ctypes.c_int(self._fd), ctypes.c_int(_RULE_PATH), rule, ctypes.c_uint32(0)) != 0:
                raise _failure(f"landlock_add_rule {path}")
        finally:
            os.close(found)


def _failure(what: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")

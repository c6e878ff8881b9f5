"""Names that executed code gives to what the audit hook is told of: it may choose their class, and may lie in them."""

from __future__ import annotations

import posix
import stat

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, bytearray, bytes, int, issubclass, str, type  # noqa: A004, UP029

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType

_stat, _listdir = posix.stat, posix.listdir  # in C: what is executed can replace functions of Python, and put them back
#: Rights of `/proc/PID/mem`; whatever else of /proc has them is no business of a completion either.
_MEMORY_MODE = stat.S_IFREG | 0o600


def exact(text: object) -> str:
    """A text as a plain string: subclasses of `str` may lie about themselves; `isinstance` asks what it is given."""
    if issubclass(type(text), str):
        return str.__str__(text)
    return text.decode("utf-8", "replace") if type(text) is bytes else ""


def file_of(code: CodeType) -> str:
    """The file name of code, which whoever compiles it chooses, and its class too."""
    return str.__str__(code.co_filename)


def leads_to_memory(path: object) -> bool:
    """Whether a file is the memory of a process, by whatever name; or may be, in a folder that is not known."""
    given = bytes(path) if type(path) is bytearray else path
    name = exact(given)
    if name.startswith("/proc/") and name.endswith("/mem"):
        return True
    if not name.startswith("/") and name.rpartition("/")[2] == "mem":
        return True
    # No event tells of the folder that a name is relative to: it may be any that is open.
    folders = () if name.startswith("/") else _descriptors()
    plain = given if type(given) is bytes else name
    return any(_is_memory(plain, folder) for folder in (None, *folders))


def _descriptors() -> list[int]:
    try:
        return [int(each) for each in _listdir("/proc/self/fd")]
    except OSError:
        return []  # no /proc, and so no memory in it


def _is_memory(name: str | bytes, folder: int | None) -> bool:
    try:
        found = _stat(name, dir_fd=folder)
        return found.st_mode == _MEMORY_MODE and found.st_dev == _stat("/proc/self").st_dev
    except (OSError, ValueError):  # it is not there, a name that no file has, or no folder
        return False

"""Names that executed code gives to what the audit hook is told of: it may choose their class, and may lie in them."""

from __future__ import annotations

import posix
import stat

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import bytearray, bytes, issubclass, str, type  # noqa: A004, UP029

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType

_stat = posix.stat  # in C: what is executed can replace functions of Python, and put them back
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
    try:
        found = _stat(given if type(given) is bytes else name)
        return found.st_mode == _MEMORY_MODE and found.st_dev == _stat("/proc/self").st_dev
    except (OSError, ValueError):  # it is not there, or a name that no file has
        return False

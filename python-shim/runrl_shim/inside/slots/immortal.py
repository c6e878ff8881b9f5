"""Objects whose references Python does not count (3.12), so that who only uses them does not write to their memory.

A fork shares memory until it writes to it, and functions, classes and names of all that it runs are in many pages.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_UNCOUNTED = 0xFFFFFFFF
_MANY = 3
# Those whose end does nothing that anybody could wait for.
_KINDS = frozenset(
    {
        type,
        ModuleType,
        FunctionType,
        BuiltinFunctionType,
        CodeType,
        property,
        staticmethod,
        classmethod,
        type(str.join),  # methods of classes in C
        type(str.__len__),
        type(FunctionType.__code__),
        type(type.__dict__["__mro__"]),
        str,
        bytes,
        int,
        float,
    }
)


def keep_for_ever() -> None:
    """Has this Python, where it can, count no more how often code and names are referred to; then none of them ends."""
    if not _can():
        return
    waiting: list[object] = []
    for each in gc.get_objects():
        _take(each, waiting)
        for inner in gc.get_referents(each):
            _take(inner, waiting)
    while waiting:
        code = waiting.pop()
        assert type(code) is CodeType
        for inner in (*code.co_consts, *code.co_names, *code.co_varnames):
            _take(inner, waiting)


def _take(each: object, codes: list[object]) -> None:
    if type(each) in _KINDS:
        count = _count(each)
        if count.value != _UNCOUNTED:
            count.value = _UNCOUNTED
            if type(each) is CodeType:
                codes.append(each)


def _count(each: object) -> ctypes.c_uint32:
    return ctypes.c_uint32.from_address(id(each))


def _can() -> bool:
    """Tried, not trusted: what the number means depends on the version, and on how Python was built."""
    if sys.version_info < (3, 12) or sys.byteorder != "little" or "t" in sys.abiflags:
        return False
    probe = "".join(["tried", "out"])
    count = _count(probe)
    before = count.value
    if before != sys.getrefcount(probe) - 1:
        return False
    count.value = _UNCOUNTED
    seen = sys.getrefcount(probe)
    held: Iterable[str] = [probe] * _MANY
    works = sys.getrefcount(probe) == seen and count.value == _UNCOUNTED
    del held
    return works and count.value == _UNCOUNTED

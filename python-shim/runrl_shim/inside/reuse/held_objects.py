"""Objects of libraries that decide what functions return, beside the functions: methods hidden by an attribute of an
instance (`json._default_decoder.decode = …`), and the patterns that `re` keeps.
"""

from __future__ import annotations

import re
import sys

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, callable, dict, frozenset, getattr, issubclass, len, list, map, str, type, zip  # noqa: A004, UP029
from contextlib import suppress
from operator import is_not
from types import BuiltinFunctionType, FunctionType, ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    #: Kind of evidence, its message, and the new value.
    Change = tuple[str, str, Any]

_METHODS = (FunctionType, BuiltinFunctionType, staticmethod, classmethod, type(str.join))
_get_dict = object.__getattribute__
_pattern = re.compile("x").__class__


# Whose import does something that can be seen.
_ASIDE = frozenset({"antigravity", "idlelib", "lib2to3", "test", "this", "tkinter", "turtle", "turtledemo"})


def import_standard(names: Iterable[str]) -> set[str]:
    """Imports modules of the standard library now that functions import later, to know them as they are."""
    found = {name for name in names if name.partition(".")[0] in sys.stdlib_module_names - _ASIDE}
    for name in sorted(found):
        with suppress(Exception):
            __import__(name)
    return {name for name in found if name in sys.modules}


class HeldObjects:
    """The instances that modules hold, as they were right after the import.

    Args:
        modules: of the user's, and of libraries.
        stored: attributes that the user's code assigns itself.
    """

    def __init__(self, modules: Iterable[ModuleType], stored: Iterable[str]) -> None:
        self._stored = frozenset(stored)
        self._held: list[tuple[str, Any, type, list[Any], dict[str, Any]]] = []
        self._patterns = [dict(cache) for cache in _caches()]
        for module in modules:
            for name, value in list(module.__dict__.items()):
                space = _space_of(value)
                if space is not None:
                    label = f"{module.__dict__.get('__name__')}.{name}"
                    held = [*space.keys(), *space.values()]
                    self._held.append((label, value, type(value), held, _deciding(value, space)))

    def spaces(self) -> list[tuple[str, Any, Any]]:
        """What the instances are called, themselves, and their attributes."""
        return [(label, value, _space_of(value)) for label, value, *_ in self._held]

    def changes(self) -> list[Change]:
        """What was replaced, as evidence."""
        found: list[Change] = []
        for label, value, kind, held, before in self._held:
            space = _space_of(value)
            if type(value) is kind and space is not None and _holds_the_same(space, held):
                continue  # as nearly all of them
            if type(value) is not kind or space is None:
                found.append(("patched", f"`{label}` has another class", None))
                continue
            now = _deciding(value, space)
            hiding = {name for name in now.keys() - before.keys() if name in _methods_of(kind)}
            for name in {*hiding, *before} - self._stored:
                if now.get(name) is not before.get(name):
                    found.append(("patched", f"`{label}.{name}` was replaced", now.get(name)))
        if self._has_wrong_patterns():
            found.append(("patched", "the patterns that `re` keeps were replaced", None))
        return found

    def _has_wrong_patterns(self) -> bool:
        """Whether a pattern that `re` keeps is neither that of the import nor the one that it would compile."""
        caches = _caches()
        if len(caches) != len(self._patterns):
            return True
        for cache, before in zip(caches, self._patterns, strict=True):
            for key, value in list(cache.items()):
                if before.get(key) is not value and _is_wrong(key, value):
                    return True
        return False


def _holds_the_same(space: dict[str, Any], held: list[Any]) -> bool:
    return 2 * len(space) == len(held) and not any(map(is_not, (*space.keys(), *space.values()), held))


def _deciding(value: Any, space: dict[str, Any]) -> dict[str, Any]:
    """Attributes of an instance that can be called, or that hide a method of its class."""
    hiding = _methods_of(type(value))
    return {name: each for name, each in space.items() if type(name) is str and (name in hiding or callable(each))}


def _methods_of(kind: type) -> set[str]:
    spaces = [type.__dict__["__dict__"].__get__(each) for each in type.__dict__["__mro__"].__get__(kind)]
    return {name for space in spaces for name, each in space.items() if type(each) in _METHODS}


def _space_of(value: Any) -> dict[str, Any] | None:
    if issubclass(type(value), (type, ModuleType, FunctionType, BuiltinFunctionType)):
        return None
    try:
        # Not by `getattr`: stand-ins of libraries raise whatever they like.
        space = _get_dict(value, "__dict__")
    except (AttributeError, TypeError):
        return None
    return space if type(space) is dict else None


def _caches() -> list[dict[Any, Any]]:
    return [cache for cache in (getattr(re, "_cache", None), getattr(re, "_cache2", None)) if type(cache) is dict]


def _is_wrong(key: Any, value: Any) -> bool:
    if type(key) is not tuple or type(value) is not _pattern:
        return True
    kind, pattern, flags = key[:3]
    if type(pattern) is not kind or kind not in (str, bytes):
        return False  # texts of a class of their own
    return type(value.pattern) is not kind or value.pattern != pattern or int(value.flags) & int(flags) != int(flags)

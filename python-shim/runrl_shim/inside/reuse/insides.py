"""What decides what a function, class or module does while its name stays: code, defaults, cells, bases, its class.

A list of identities for each, taken after the import and compared with that of now. What is set by way of an attribute
has an audit event; the rest (cells, `partial.__setstate__`, `property.__init__`) is looked at each time.
"""

from __future__ import annotations

import opcode

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, bool, callable, frozenset, getattr, issubclass, len, list, map, str, type, zip  # noqa: A004, UP029
from dis import get_instructions
from functools import lru_cache, partial
from operator import attrgetter, is_not
from types import CodeType, FunctionType, MethodType, ModuleType

from runrl_shim.inside.reuse.tables import functions_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CellType
    from typing import Any

    from runrl_shim.inside.reuse.tables import Tables

    #: Kind of evidence, its message, and the new value.
    Change = tuple[str, str, Any]

_OF_FUNCTION = ("__code__", "__defaults__", "__kwdefaults__")
_SETS = frozenset({opcode.opmap["STORE_DEREF"], opcode.opmap["DELETE_DEREF"]})
_cached = type(lru_cache(len))
_get_mro: Any = type.__dict__["__mro__"].__get__


def of_function(function: FunctionType) -> list[object]:
    """Code, defaults, and the keyword ones, which their dict may be given anew."""
    defaults, keywords = function.__defaults__, function.__kwdefaults__
    return [function.__code__, defaults, keywords, *(keywords.values() if keywords else ())]


def _of_class(kind: type) -> list[object]:
    return [type(kind), _get_mro(kind)]


def _of_partial(value: partial[Any]) -> list[object]:
    return [value.func, value.args, *value.args, *value.keywords.keys(), *value.keywords.values()]


def _of_property(value: property) -> list[object]:
    return [value.fget, value.fset, value.fdel]


def _of_cell(cell: CellType) -> list[object]:
    try:
        return [cell.cell_contents]
    except ValueError:
        return []  # it was emptied


def _function_in(value: Any) -> list[object]:
    return [value.__func__]


_QUIET: dict[type, Callable[[Any], list[object]]] = {
    partial: _of_partial,
    property: _of_property,
    staticmethod: _function_in,
    classmethod: _function_in,
}


class Insides:
    """The insides of all that can be reached from some values, as they were right after the import."""

    def __init__(self, values: Iterable[Any], tables: Tables) -> None:
        #: What is set with an audit event, and what is not: whose it is, how to look, what it was.
        self.heard: list[tuple[Any, Callable[[Any], list[object]], Any, list[object]]] = []
        self.quiet: list[tuple[Any, Callable[[Any], list[object]], Any, list[object]]] = []
        self._seen: dict[int, Any] = {}
        self._tables = tables
        self._rest = [*values, *tables.functions()]
        while self._rest:
            value = self._rest.pop()
            if id(value) not in self._seen:
                self._seen[id(value)] = value
                self._add(value)
        self._seen.clear()
        functions = [each for each in self.heard if each[1] is of_function]
        kinds = [each[0] for each in self.heard if each[1] is _of_class]
        self.functions = [each[0] for each in functions]
        #: Dicts of keyword defaults, which are changed without an event.
        self.keywords = [before[2] for *_, before in functions if before[2] is not None]
        self._with_keywords = [each for each in functions if each[3][2] is not None]
        # All in C: nearly always nothing has moved.
        gets: list[tuple[Callable[[Any], object], list[Any]]] = [
            (attrgetter(name), [each[0] for each in functions]) for name in _OF_FUNCTION
        ]
        gets += [(type, kinds), (_get_mro, kinds)]
        self._at_once = [(get, things, list(map(get, things))) for get, things in gets]

    def _add(self, value: Any) -> None:
        kind = type(value)
        if kind is FunctionType:
            self.heard.append((value, of_function, value, of_function(value)))
            self._add_cells(value)
            self._rest.extend(functions_in(value.__dict__))
        elif kind in _QUIET:
            parts = _QUIET[kind](value)
            self.quiet.append((value, _QUIET[kind], value, parts))
            self._rest.extend(parts)
        elif kind is MethodType:
            self._rest.append(value.__func__)
        elif kind is _cached:
            self._rest.append(getattr(value, "__wrapped__", None))
        elif issubclass(kind, type):
            self.heard.append((value, _of_class, value, _of_class(value)))

    def _add_cells(self, function: FunctionType) -> None:
        cells = function.__closure__ or ()
        contents = [_of_cell(cell) for cell in cells]
        for name, held in zip(function.__code__.co_freevars, contents, strict=True):
            for each in held:
                self._tables.add_cell(function, name, each)
        if not any(_decides(each) for held in contents for each in held):
            return
        near = [each.__code__ for held in contents for each in held if type(each) is FunctionType]
        own = _set_from_within([function.__code__, *near])
        for name, cell, held in zip(function.__code__.co_freevars, cells, contents, strict=True):
            if name not in own and held and _decides(held[0]):
                self.quiet.append((function, _of_cell, cell, held))
                self._rest.extend([*held, *functions_in(held[0])])

    def changes(self, *, all_of_them: bool) -> list[Change]:
        """What has other insides, as evidence; unless all are looked at, of those that no event would tell."""
        found: list[Change] = []
        looked_at = self.quiet
        if all_of_them:
            moved = any(any(map(is_not, map(get, things), before)) for get, things, before in self._at_once)
            looked_at = [*(self.heard if moved else self._with_keywords), *self.quiet]
        for whose, look, value, before in looked_at:
            now = look(value)
            if len(now) != len(before) or any(map(is_not, now, before)):
                what = f"`{_named(whose)}`"
                if look is of_function:
                    found.append(("patched", f"{what} has other code or defaults", whose))
                else:
                    found.append(("patched", f"{what} is made of something else", now[0] if now else None))
        return found


def _decides(value: Any) -> bool:
    return callable(value) or bool(functions_in(value))


def _named(value: Any) -> str:
    if type(value) in (partial, property, staticmethod, classmethod):
        value = _QUIET[type(value)](value)[0]
    if type(value) is FunctionType:
        return f"{value.__module__}.{value.__qualname__}"
    if issubclass(type(value), type):
        return str(type.__dict__["__qualname__"].__get__(value))
    return type(value).__qualname__


def _set_from_within(codes: list[CodeType]) -> set[str]:
    """Names of enclosing functions that code sets itself (`nonlocal`): its state."""
    found, rest = set(), list(codes)
    while rest:
        code = rest.pop()
        rest.extend([constant for constant in code.co_consts if type(constant) is CodeType])
        if code.co_freevars and not _SETS.isdisjoint(code.co_code[::2]):
            sets = {each.argval for each in get_instructions(code) if each.opname in ("STORE_DEREF", "DELETE_DEREF")}
            found |= sets & {*code.co_freevars}
    return found


class ModuleClasses:
    """The classes of modules: one of another class answers for its names as it likes, and its namespace stays."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._modules = list(modules)
        self._kinds = list(map(type, self._modules))

    def changes(self) -> list[Change]:
        return [
            ("patched", f"the module `{module.__dict__.get('__name__')}` has another class", type(module))
            for module, kind in zip(self._modules, self._kinds, strict=True)
            # Those that are loaded when they are first used become plain ones.
            if type(module) is not kind and type(module) is not ModuleType
        ]

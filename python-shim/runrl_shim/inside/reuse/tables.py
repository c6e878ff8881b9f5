"""Tables of functions: dicts and lists that decide which function runs, as the registry of a
`functools.singledispatch`, `copy._deepcopy_dispatch`, or a dict of the user's.

Compared are the functions that a table held after the import. What is new in it counts where it hides one of those: for
a class that was there before (and had that of a base), or in a list of the user's. A new text as key hides nothing.
A table that the user's functions do anything else with than read is their state (`changed_tables.py`).
"""

from __future__ import annotations

import opcode
import sys

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, callable, dict, frozenset, id, issubclass, len, list, map, range, str, type  # noqa: A004, UP029
from dis import get_instructions
from operator import is_not
from weakref import ref

from runrl_shim.inside.reuse.changed_tables import changed_by
from runrl_shim.inside.reuse.compared_names import MISSING
from runrl_shim.inside.reuse.module_code import is_class, space_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from types import CodeType, FunctionType, ModuleType
    from typing import Any

    #: Kind of evidence, its message, and the new value.
    Change = tuple[str, str, Any]

_MOST_VALUES = 1_000  # of one: beyond it is data
_DEPTH = 2  # of tables in tables
_WRITES = frozenset({opcode.opmap["STORE_SUBSCR"], opcode.opmap["DELETE_SUBSCR"]})
_module_of, _name_of = type.__dict__["__module__"].__get__, type.__dict__["__qualname__"].__get__


def functions_in(value: Any) -> list[Any]:
    """The functions and classes that a dict or list holds; none where it is something else, or data."""
    if issubclass(type(value), dict):
        values = list(dict.values(value)) if dict.__len__(value) <= _MOST_VALUES else []
    elif issubclass(type(value), list):
        values = list.copy(value) if list.__len__(value) <= _MOST_VALUES else []
    else:
        return []
    return [each for each in values if _is_function(each)]


def _is_function(value: Any) -> bool:
    return callable(value) and not issubclass(type(value), ref)


class Tables:
    """The tables of the user's modules and of libraries, as they were right after the import.

    Args:
        own: the user's modules.
        libraries: others that are looked into.
        kinds: classes of both.
        instances: what instances are called, with their attributes.
    """

    def __init__(
        self,
        own: Iterable[ModuleType],
        libraries: Iterable[ModuleType],
        kinds: Iterable[Any],
        instances: Iterable[tuple[str, Any, Any]],
    ) -> None:
        self.all: dict[int, Table] = {}
        self._own = list(own)
        self._spaces = {id(module.__dict__) for module in self._own}
        names = {module.__dict__.get("__name__") for module in self._own}
        for module in (*self._own, *libraries):
            space = module.__dict__
            self._add_space(f"{space.get('__name__')}.", space, is_own=id(space) in self._spaces)
        for kind in kinds:
            self._add_space(f"{_name_of(kind)}.", space_of(kind), is_own=_module_of(kind) in names)
        for label, value, space in instances:
            self._add_space(f"{label}.", space, is_own=_module_of(type(value)) in names)

    def add_cell(self, function: FunctionType, name: str, value: Any) -> None:
        """Takes in what a function finds in a variable of the one around it."""
        is_own = id(function.__globals__) in self._spaces
        self._add(f"{function.__module__}.{function.__qualname__}: {name}", name, value, is_own=is_own)

    def _add(self, label: str, name: str, value: Any, *, is_own: bool, depth: int = 0) -> None:
        if functions_in(value):
            table = self.all.setdefault(id(value), Table(label, value))
            table.names.add(name)
            table.is_own |= is_own
        if is_own and depth < _DEPTH and issubclass(type(value), dict) and dict.__len__(value) <= _MOST_VALUES:
            for each in list(dict.values(value)):
                # Lists in tables are what a file adds to, by whatever name it has taken them out.
                if issubclass(type(each), dict):
                    self._add(label, name, each, is_own=True, depth=depth + 1)

    def _add_space(self, label: str, space: Any, *, is_own: bool) -> None:
        for name, value in list(space.items()):
            if type(name) is str and not name.startswith("__"):
                self._add(f"{label}{name}", name, value, is_own=is_own)

    def functions(self) -> list[Any]:
        """All that they hold."""
        return [function for table in self.all.values() for function in functions_in(table.space)]

    def leave_out(self, used: Collection[str], stored: Collection[str], functions: Iterable[FunctionType]) -> None:
        """Forgets those that the user's functions may change, themselves or by a function of a library.

        Args:
            used: the names in the user's functions.
            stored: those that they assign.
            functions: all that are known.
        """
        own = {name for table in self.all.values() if table.is_own for name in table.names}
        changed = {*stored, *(changed_by(self._own, own) if own else ())}
        by_libraries = {
            name
            for function in functions
            if function.__name__ in used and id(function.__globals__) not in self._spaces
            for name in _written_by(function.__code__)
        }
        for table in list(self.all.values()):
            if not table.names.isdisjoint(changed if table.is_own else by_libraries):
                del self.all[id(table.space)]


def _written_by(code: CodeType) -> set[str]:
    """What code writes entries of, under plain keys."""
    if _WRITES.isdisjoint(code.co_code[::2]):
        return set()
    steps = [each for each in get_instructions(code) if each.opname not in ("CACHE", "EXTENDED_ARG")]
    return {
        str(steps[at - 2].argval)
        for at in range(2, len(steps))
        if steps[at].opcode in _WRITES and steps[at - 2].opname.startswith("LOAD_")
    }


class Table:
    """One of them, as it was right after the import.

    Args:
        label: what it is called.
        space: itself.

    Attributes:
        names: how code names it.
        is_own: whether it is the user's.
        is_dict: whether it is a dict, not a list.
    """

    __slots__ = ("_classes", "_functions", "_homes", "_keys", "is_dict", "is_own", "label", "names", "space")

    def __init__(self, label: str, space: Any) -> None:
        self.label, self.space = label, space
        self.names: set[str] = set()
        self.is_own = False
        self.is_dict = issubclass(type(space), dict)
        items = list(dict.items(space)) if self.is_dict else []
        self._keys = [key for key, each in items if _is_function(each)]
        self._functions = functions_in(space)
        #: Those that are dispatched on; held, so that no id is used again.
        self._classes = {id(key): key for key, _ in items if is_class(key)}
        self._homes = frozenset(sys.modules)

    def changes(self) -> list[tuple[str, Any]]:
        """Messages about what was replaced, and what is there now."""
        if self.is_dict:
            return [*self._replaced(), *self._hiding()]
        now = functions_in(self.space)
        first = now if self.is_own else now[: len(self._functions)]
        if len(first) == len(self._functions) and not any(map(is_not, first, self._functions)):
            return []
        before = {id(each) for each in self._functions}
        new = [each for each in now if id(each) not in before]
        return [(f"`{self.label}` holds other functions", new[0] if new else MISSING)]

    def _replaced(self) -> Iterator[tuple[str, Any]]:
        for at in range(len(self._keys)):
            key = self._keys[at]
            new = dict.get(self.space, key, MISSING)
            if new is not self._functions[at]:
                yield f"`{self.label}` has another function for {_shown(key)}", new

    def _hiding(self) -> Iterator[tuple[str, Any]]:
        for key, new in list(dict.items(self.space)) if self._classes else ():
            if is_class(key) and id(key) not in self._classes and _module_of(key) in self._homes:
                yield f"`{self.label}` has a new function for {_shown(key)}", new


def _shown(key: Any) -> str:
    if is_class(key):
        return f"`{_name_of(key)}`"
    return f"`{key[:80]}`" if type(key) is str else f"a {_name_of(type(key))}"

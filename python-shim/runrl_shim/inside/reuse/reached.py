"""What a module's own code can get at without importing it: its functions, and the objects of libraries that it holds.

Followed from object to object, by identity, so that no other name, container, default or attribute hides one.
"""

from __future__ import annotations

import functools
import operator
import sys
from collections import deque
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import NamedTuple

from runrl_shim.inside.reuse.module_code import is_class, mro_of, space_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_PLAIN = frozenset({str, bytes, bytearray, int, float, complex, bool, type(None), CodeType, range, slice})
_SEQUENCES = (list, tuple, set, frozenset, deque)
_BUILTIN = frozenset({list, tuple, set, frozenset})
_WRAPPERS = (functools.partial, MethodType, staticmethod, classmethod, property)
_HOLDERS = (*_SEQUENCES, *_WRAPPERS, dict)
_MOST_VALUES = 1_000  # of one container
_MOST = 200_000  # of all but plain data
#: With these an attribute is reached by a name that is computed. They are called where they are written, or hidden.
BY_NAME = frozenset({"getattr", "setattr", "delattr", "attrgetter", "methodcaller", "getattr_static"})
_WRITTEN_OUT = BY_NAME | {"import_module"}
_BY_NAME_IN_C = frozenset({"__getattribute__", "__setattr__", "__delattr__"})
_READ_ONCE = (operator.attrgetter, operator.methodcaller)
_wrapper_of_c = type(str.join), type(str.__add__), type("".__add__)  # functions of types, bound or not


class Thing(NamedTuple):
    """An object of a library that is held.

    Attributes:
        home: the module that it is from.
        name: its own, as `DataFrame.query`; empty for an instance of a class.
    """

    home: str
    name: str


class Reached:
    """All that is found from the user's modules.

    Attributes:
        codes: of functions and methods that are the user's own.
        things: of libraries.
        names: attributes that are asked for by objects that were made with fixed ones (`attrgetter("real")`).
        by_name: the name of a function that is held elsewhere than under its own name, and reaches attributes by names.
        runs_code: whether one of them executes text.
        is_whole: whether all was looked at.
    """

    def __init__(self, own: Iterable[ModuleType]) -> None:
        self.codes: list[CodeType] = []
        self.things: dict[Thing, None] = {}
        self.names: set[str] = set()
        self.by_name: str | None = None
        self.runs_code = False
        self._spaces = {id(module.__dict__): module.__dict__ for module in own}
        self._own = {space.get("__name__") for space in self._spaces.values()}
        self._seen: dict[int, bool] = {}  # whether it was looked into
        self._kept: list[Any] = []  # what was made on the way keeps its identity until the end
        self._rest: list[tuple[Any, bool]] = []  # whether it is looked into
        for space in self._spaces.values():
            for name, value in list(space.items()):
                if name != "__builtins__" and not (name in _WRITTEN_OUT and _name_of(value) == name):
                    self._rest.append((value, True))
        while self._rest and len(self._seen) < _MOST:
            self._look_at(*self._rest.pop())
        self.is_whole = not self._rest

    def _look_at(self, value: Any, inside: bool) -> None:
        seen = self._seen.get(id(value))
        if type(value) in _PLAIN or seen or (seen is False and not inside):
            return
        if type(value) in _BUILTIN and all(type(each) in _PLAIN for each in value):
            return  # data, of which there may be any amount
        self._seen[id(value)] = inside
        self._kept.append(value)
        if issubclass(type(value), ModuleType):
            name = value.__dict__.get("__name__")
            if type(name) is str:
                self.things[Thing(name, "")] = None
            return
        own = self._is_own(value)
        if not own:
            self._note(value)
        if inside:
            # Of what libraries hold in turn only what leads back to functions.
            further = own or issubclass(type(value), _HOLDERS)
            self._rest += [
                (each, further or issubclass(type(each), _WRAPPERS) or self._is_own(each))
                for each in self._parts(value)
            ]

    def _is_own(self, value: Any) -> bool:
        if type(value) is FunctionType:
            return id(value.__globals__) in self._spaces or _is_nobodys(value)
        kind = value if is_class(value) else type(value)
        return type.__dict__["__module__"].__get__(kind) in self._own

    def _note(self, value: Any) -> None:
        home, name = _home_of(value), _name_of(value)
        if home in ("builtins", "operator", "_operator", "inspect") and name in BY_NAME:
            self.by_name = name
        if type(value) in _wrapper_of_c and name.rpartition(".")[2] in _BY_NAME_IN_C:
            self.by_name = name
        if home == "builtins" and name in ("compile", "eval", "exec"):
            self.runs_code = True
        if (home == "builtins" and name == "__import__") or (home == "importlib" and name == "import_module"):
            self.by_name = name
        kind = type.__dict__["__module__"].__get__(type(value)) if name and not is_class(value) else home
        # Functions of some compilers are of a class whose module nobody wrote.
        kinds = [Thing(kind, "")] if getattr(sys.modules.get(kind), "__spec__", None) is not None else []
        for thing in (Thing(home, name), *kinds):
            if type(thing.home) is str and thing.home not in self._own and thing.home != "__main__":
                self.things[thing] = None

    def _parts(self, value: Any) -> Iterator[Any]:
        kind = type(value)
        if kind is FunctionType:
            if self._is_own(value):
                self._take(value.__code__)
            if _is_nobodys(value):
                yield from [each for name, each in list(value.__globals__.items()) if name != "__builtins__"]
            yield from value.__defaults__ or ()
            yield from (value.__kwdefaults__ or {}).values()
            yield from value.__dict__.values()
            for cell in value.__closure__ or ():
                try:
                    yield cell.cell_contents
                except ValueError:
                    continue  # not filled yet
        elif kind is MethodType:
            yield from (value.__func__, value.__self__)
        elif kind in (staticmethod, classmethod):
            yield value.__func__
        elif kind is property:
            yield from (value.fget, value.fset, value.fdel)
        elif kind is BuiltinFunctionType:
            yield value.__self__  # of a bound one its object, else its module or none
        elif issubclass(kind, functools.partial):
            yield from (value.func, *value.args, *value.keywords.values())
        elif kind in _READ_ONCE:
            self.names.update(name for each in value.__reduce__()[1] if type(each) is str for name in each.split("."))
        elif is_class(value):
            if self._is_own(value):
                yield from list(space_of(value).values())
                yield from mro_of(value)[1:]
        elif kind not in _wrapper_of_c:
            yield from _held(value)

    def _take(self, code: CodeType) -> None:
        self.codes.append(code)
        for each in code.co_consts:
            if type(each) is CodeType:
                self._take(each)


def _held(value: Any) -> list[Any]:
    """What a container or an instance holds. Not by `getattr`: stand-ins of libraries raise whatever they like."""
    found: list[Any] = []
    for kind in _SEQUENCES:
        if issubclass(type(value), kind):
            found += list(kind.__iter__(value))[:_MOST_VALUES]
    if issubclass(type(value), dict):
        found += [*dict.values(value)][:_MOST_VALUES]
    for base in mro_of(type(value)):
        for name, slot in list(space_of(base).items()):
            if name == "__dict__" or type(slot).__name__ == "member_descriptor":
                try:
                    held = slot.__get__(value)
                except AttributeError:
                    continue  # not set
                found += list(held.values())[:_MOST_VALUES] if type(held) is dict else [held]
    return found


def things_named(libraries: Iterable[ModuleType], names: Iterable[str]) -> list[Thing]:
    """The functions and classes that these names stand for in libraries, wherever they are from."""
    found = [module.__dict__[name] for module in libraries for name in names if name in module.__dict__]
    things = [Thing(_home_of(value), _name_of(value)) for value in found if _name_of(value)]
    return [thing for thing in things if type(thing.home) is str]


def _is_nobodys(function: FunctionType) -> bool:
    """Whether it was made of text, for no module, as those of named tuples: it is looked at like the user's own."""
    name = function.__globals__.get("__name__")
    return type(name) is not str or name not in sys.modules


def _home_of(value: Any) -> Any:
    if is_class(value) or not _name_of(value):
        return type.__dict__["__module__"].__get__(value if is_class(value) else type(value))
    return _ask(value, "__module__")


def _name_of(value: Any) -> str:
    name = type.__dict__["__qualname__"].__get__(value) if is_class(value) else _ask(value, "__qualname__")
    return name if type(name) is str else ""


def _ask(value: Any, name: str) -> Any:
    try:
        return object.__getattribute__(value, name)
    except Exception:
        return None

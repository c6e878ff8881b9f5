"""Whether the functions that make a reward are still those of the import: patches raise no audit event.

Compared are identities, never values: an object may claim to be equal to everything. Two sizes: `quick`, after every
call of a worker that is kept whatever happens (about a microsecond), holds what the module uses; `full`, after code
of a completion was executed, also what that uses in turn, and the code and defaults of each function.

What is not compared: data (lists, dicts, objects: caches are legitimate), and every name that the module's own code
assigns itself (`global name`, `thing.name = …`): that is its state.
"""

from __future__ import annotations

import builtins
import opcode
import os
import re
import sys

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, dict, frozenset, issubclass, len, list, map, range, sorted, type, zip  # noqa: A004, UP029
from functools import lru_cache, partial
from operator import is_not, itemgetter
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

from runrl_shim.inside.held_objects import HeldObjects, import_standard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

    #: Kind of evidence, its message, and the new value.
    Change = tuple[str, str, Any]

_CODE = (FunctionType, BuiltinFunctionType, MethodType, type, ModuleType, partial, type(lru_cache(len)))
_CONSTANT = (bool, int, float, str, bytes, tuple, frozenset, re.Pattern)
_LIBRARY_CONSTANT = (float, str, bytes, tuple, frozenset, re.Pattern)  # numbers and switches may be its state
_METHODS = (FunctionType, staticmethod, classmethod, property)
# What tells right from wrong, whether the module names it or a library that it calls does.
# fmt: off
_CORE = (
    "__build_class__", "__import__", "abs", "all", "any", "bool", "compile", "dict", "enumerate", "eval",
    "exec", "filter", "float", "format", "getattr", "hasattr", "hash", "int", "isinstance", "issubclass",
    "iter", "len", "list", "map", "max", "min", "next", "object", "open", "ord", "range", "repr", "reversed",
    "round", "set", "setattr", "sorted", "str", "sum", "super", "tuple", "type", "zip",
)
# fmt: on
# Graders replace these to feed and to bridle what they execute; no number becomes right by it.
_STUBS = frozenset({"_", "breakpoint", "exit", "help", "input", "print", "quit"})
# fmt: off
_OWN_MODULES = (
    "watch", "evidence", "matching", "fingerprint", "evaluate", "worker", "result", "shared", "environment",
    "step_result", "telling", "held_objects",
)
# fmt: on
_MISSING = object()


class _Names:
    """Some names of one namespace, with what they stood for."""

    __slots__ = ("label", "names", "space", "values")

    def __init__(self, label: str, space: Any, names: Iterable[str]) -> None:
        self.label = label
        self.space = space
        self.names = [name for name in names if name in space]
        self.values = [space[name] for name in self.names]

    def quick(self) -> tuple[Callable[[Any], Any], Any, list[Any]]:
        """What it takes to compare them all in C; an `itemgetter` of one name would give no tuple."""
        names = self.names if len(self.names) > 1 else self.names * 2
        return itemgetter(*names), self.space, [*self.values, *self.values][: len(names)]

    def changed(self) -> list[tuple[str, Any]]:
        space = self.space
        now = [space.get(name, _MISSING) for name in self.names]
        if not any(map(is_not, now, self.values)):
            return []
        return [(name, new) for name, new, old in zip(self.names, now, self.values, strict=True) if new is not old]


class Fingerprint:
    """What the functions were right after the import.

    Args:
        file: the user's file. It and the modules from its folder are the user's.
    """

    def __init__(self, file: str) -> None:
        own = modules_below(file)
        codes = [code for module in own for code in codes_of(module.__dict__.values(), module.__dict__)]
        stored_globals, stored_attributes = _stored(codes)
        used = {name for code in codes for name in code.co_names}
        core = _Names("builtins.", builtins.__dict__, sorted({*_CORE} - used - stored_attributes))
        self.quick: list[_Names] = [core, _Names("builtins.", builtins.__dict__, sorted(used - stored_attributes))]
        #: By module: builtins that its code names, and that a new global of that name would hide.
        self.hideable = [
            (module.__dict__, frozenset((used & builtins.__dict__.keys()) - module.__dict__.keys() - stored_globals))
            for module in own
        ]
        for module in own:
            label = os.path.basename(module.__dict__.get("__file__") or "?") + ": "
            names = [
                name
                for name, value in module.__dict__.items()
                if name not in stored_globals
                and not name.startswith("__")
                and (type(value) in (*_CODE, *_CONSTANT) or is_class(value))
            ]
            self.quick.append(_Names(label, module.__dict__, names))
        libraries = _libraries_of(own)
        imported = names_used_by(codes, "IMPORT_NAME")
        later = import_standard(imported) - {each.__name__ for each in libraries}
        for library in libraries:
            names = [name for name in library.__dict__ if name in used and name not in stored_attributes]
            constants = [name for name in names if type(library.__dict__[name]) in _LIBRARY_CONSTANT]
            space = library.__dict__
            self.quick.append(_Names(f"{library.__name__}.", space, [*_callable(space, names), *constants]))
        self.full = [*self.quick, _Names("builtins.", builtins.__dict__, set(builtins.__dict__) - stored_attributes)]
        deep = [library for library in libraries if _is_standard(library)] + [
            sys.modules[name]
            for name in (*(f"runrl_shim.inside.{name}" for name in _OWN_MODULES), "runrl_shim.wire.frames")
            if name in sys.modules
        ]
        for library in [*deep, *(sys.modules[name] for name in sorted(later))]:
            names = [name for name in library.__dict__ if name not in stored_attributes]
            self.full.append(_Names(f"{library.__name__}.", library.__dict__, _callable(library.__dict__, names)))
        kinds = {id(each): each for library in deep for each in library.__dict__.values() if type(each) is type}
        # An environment is a class; what it inherits may be in no namespace that is looked at.
        for value in [value for module in own for value in module.__dict__.values() if is_class(value)]:
            kinds.update({id(each): each for each in type.__dict__["__mro__"].__get__(value)})
        for kind in kinds.values():
            home = type.__dict__["__module__"].__get__(kind)
            if type(home) is str and home in sys.modules and home != "builtins":
                space = _space_of(kind)
                methods = [name for name, value in space.items() if type(value) in _METHODS]
                label = f"{home}.{type.__dict__['__qualname__'].__get__(kind)}."
                self.full.append(_Names(label, space, methods))
        # What functions import when they are called, may be another module by then.
        self.full.append(_Names("sys.modules: ", sys.modules, sorted(imported)))
        holders = [*own, *filter(_is_standard, libraries), *(sys.modules[name] for name in sorted(later))]
        self.objects = HeldObjects(holders, stored_attributes)
        functions = {id(value): value for each in self.full for value in each.values if type(value) is FunctionType}
        self.functions = list(functions.values())
        self.insides = [_inside(function) for function in self.functions]
        self._take()

    def _take(self) -> None:
        self.own_checks = [each.quick() for each in self.quick[1:] if each.names]
        self.checks = [self.quick[0].quick(), *self.own_checks]

    def is_as_it_was(self, *, with_core: bool = True) -> bool:
        """The quick look; without the core, builtins that only libraries use are left out."""
        try:
            for get, space, values in self.checks if with_core else self.own_checks:
                if any(map(is_not, get(space), values)):
                    return False
            for space, names in self.hideable:
                if not space.keys().isdisjoint(names):
                    return False
        except KeyError:
            return False
        return True

    def changes(self) -> list[Change]:
        """Everything that was replaced, as evidence. Empty when nothing was."""
        found: dict[str, Change] = {}
        for each in self.full:
            for name, new in each.changed():
                if each.label == "builtins." and name in _STUBS:
                    continue
                what = f"`{each.label}{name}`"
                if new is None and ": " not in each.label:
                    found[what] = ("disabled", f"{what} was set to None", None)
                    each.values[each.names.index(name)] = None  # told once
                else:
                    found[what] = ("patched", f"{what} was {'deleted' if new is _MISSING else 'replaced'}", new)
        for space, names in self.hideable:
            for name in space.keys() & names:
                found[name] = ("patched", f"a new global `{name}` hides the builtin", space[name])
        if found:
            self._take()
        for function, before in zip(self.functions, self.insides, strict=True):
            now = _inside(function)
            if len(now) != len(before) or any(map(is_not, now, before)):
                what = f"`{function.__module__}.{function.__qualname__}`"
                found[what] = ("patched", f"{what} has other code or defaults", function)
        for change in self.objects.changes():
            found[change[1]] = change
        return sorted(found.values(), key=lambda change: change[0] == "disabled")


def is_class(value: object) -> bool:
    """Whether it is a class, of whatever metaclass."""
    return issubclass(type(value), type)


def _inside(function: FunctionType) -> list[object]:
    defaults, keywords = function.__defaults__, function.__kwdefaults__
    return [function.__code__, defaults, keywords, *(keywords.values() if keywords else ())]


def modules_below(path: str, others: Collection[str] = ()) -> list[ModuleType]:
    """The user's modules: from the folder of the file, and from these other files."""
    folder = os.path.dirname(path) + os.sep
    found = {}
    for module in list(sys.modules.values()):
        if issubclass(type(module), ModuleType):
            file = module.__dict__.get("__file__")
            if type(file) is str and (file in others or _is_below(folder, file)):
                found[id(module)] = module
    return list(found.values())


def _ask(value: object, name: str) -> Any:
    """An attribute. Stand-ins of libraries raise whatever they like until they are set up."""
    try:
        return getattr(value, name, None)
    except Exception:
        return None


def _space_of(kind: Any) -> Any:
    return type.__dict__["__dict__"].__get__(kind)


def _is_below(folder: str, file: str) -> bool:
    return file.startswith(folder) and "-packages" not in file and "/runrl_shim/" not in file


def codes_of(values: Iterable[object], space: dict[str, Any]) -> list[CodeType]:
    """The code of a module's own functions and methods, with what is nested in it."""
    rest: list[Any] = []
    for value in list(values):
        for each in (value, *(_space_of(value).values() if is_class(value) else ())):
            each = _ask(each, "__func__") or _ask(each, "fget") or each
            for _ in range(8):  # decorators
                if type(each) is FunctionType and each.__globals__ is space:
                    rest.append(each.__code__)
                each = _ask(each, "__wrapped__")
                if each is None:
                    break
    found = []
    while rest:
        code = rest.pop()
        found.append(code)
        rest.extend([constant for constant in code.co_consts if type(constant) is CodeType])
    return found


def _stored(codes: list[CodeType]) -> tuple[set[str], set[str]]:
    """The global names, and the names of attributes, that code assigns or deletes."""
    names = [names_used_by(codes, f"STORE_{what}", f"DELETE_{what}") for what in ("GLOBAL", "ATTR")]
    return names[0], names[1]


def names_used_by(codes: list[CodeType], *operations: str) -> set[str]:
    """The names that operations of code are about."""
    # Since Python 3.11 the lowest bit of this one says something else.
    shifts = {opcode.opmap[name]: int(name == "LOAD_GLOBAL" and sys.version_info >= (3, 11)) for name in operations}
    found = set()
    for code in codes:
        data, high = code.co_code, 0
        for at in range(0, len(data), 2):
            argument = data[at + 1] | high
            high = argument << 8 if data[at] == opcode.EXTENDED_ARG else 0
            shift = shifts.get(data[at])
            if shift is not None and argument >> shift < len(code.co_names):
                found.add(code.co_names[argument >> shift])
    return found


def _libraries_of(own: list[ModuleType]) -> list[ModuleType]:
    """The modules that the user's name, and those from which they have their functions."""
    found: dict[int, ModuleType] = {}
    for module in own:
        for value in module.__dict__.values():
            if type(value) in (FunctionType, BuiltinFunctionType, type):
                name = value.__module__
                value = sys.modules.get(name) if type(name) is str else None
            if issubclass(type(value), ModuleType) and value is not builtins and value not in own:
                found[id(value)] = value
    return list(found.values())


def _is_standard(module: ModuleType) -> bool:
    return module.__dict__.get("__name__", "").partition(".")[0] in sys.stdlib_module_names


def _callable(space: dict[str, Any], names: Iterable[str]) -> list[str]:
    return [name for name in names if type(space[name]) in _CODE and not name.startswith("__")]

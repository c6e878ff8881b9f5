"""Whether the functions that make a reward are still those of the import: patches raise no audit event.

Compared are identities, never values: an object may claim to be equal to everything. Two sizes: `quick`, after every
call of a worker that is kept whatever happens (about a microsecond), holds what the module uses; `full`, after code
of a completion was executed, also what that uses in turn, and the code and defaults of each function.

What is not compared: data (lists, dicts, objects: caches are legitimate), and every name that the module's own code
assigns itself (`global name`, `thing.name = …`): that is its state.
"""

from __future__ import annotations

import builtins
import os
import re
import sys

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, dict, frozenset, len, list, map, sorted, type, zip  # noqa: A004, UP029
from functools import lru_cache, partial
from operator import is_not, itemgetter
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from runrl_shim.inside.held_objects import HeldObjects, import_standard
from runrl_shim.inside.module_code import (
    codes_of,
    is_class,
    is_standard,
    libraries_of,
    modules_below,
    names_used_by,
    space_of,
    stored,
)
from runrl_shim.inside.versions import DictVersions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
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
    "step_result", "telling", "held_objects", "versions",
)
# fmt: on
_MISSING = object()

#: Whether code or defaults of a function may have been set since the import: the audit hook (`watch.py`) says so.
functions_set = False


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
        stored_globals, stored_attributes = stored(codes)
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
        libraries = libraries_of(own)
        imported = names_used_by(codes, "IMPORT_NAME")
        later = import_standard(imported) - {each.__name__ for each in libraries}
        for library in libraries:
            names = [name for name in library.__dict__ if name in used and name not in stored_attributes]
            constants = [name for name in names if type(library.__dict__[name]) in _LIBRARY_CONSTANT]
            space = library.__dict__
            self.quick.append(_Names(f"{library.__name__}.", space, [*_callable(space, names), *constants]))
        self.full = [*self.quick, _Names("builtins.", builtins.__dict__, set(builtins.__dict__) - stored_attributes)]
        deep = [library for library in libraries if is_standard(library)] + [
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
                space = space_of(kind)
                methods = [name for name, value in space.items() if type(value) in _METHODS]
                label = f"{home}.{type.__dict__['__qualname__'].__get__(kind)}."
                self.full.append(_Names(label, space, methods))
        # What functions import when they are called, may be another module by then.
        self.full.append(_Names("sys.modules: ", sys.modules, sorted(imported)))
        holders = [*own, *filter(is_standard, libraries), *(sys.modules[name] for name in sorted(later))]
        self.objects = HeldObjects(holders, stored_attributes)
        functions = {id(value): value for each in self.full for value in each.values if type(value) is FunctionType}
        self.functions = list(functions.values())
        self.hears_of_functions = _hook_tells()
        self.insides = [_inside(function) for function in self.functions]
        self._take()
        keywords = [inside[2] for inside in self.insides if inside[2] is not None]
        self.versions = DictVersions(
            [*(each.space for each in self.full), *(space for space, _ in self.hideable), *keywords]
        )

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
        now = self.versions.now()
        look_at_functions = functions_set or not self.hears_of_functions
        for index in self.versions.moved(now):
            if index < len(self.full):
                self._compare(self.full[index], found)
            elif index < len(self.full) + len(self.hideable):
                space, names = self.hideable[index - len(self.full)]
                for name in space.keys() & names:
                    found[name] = ("patched", f"a new global `{name}` hides the builtin", space[name])
            else:
                look_at_functions = True  # a dict of keyword defaults
        if found:
            self._take()
        if look_at_functions:
            for function, before in zip(self.functions, self.insides, strict=True):
                inside = _inside(function)
                if len(inside) != len(before) or any(map(is_not, inside, before)):
                    what = f"`{function.__module__}.{function.__qualname__}`"
                    found[what] = ("patched", f"{what} has other code or defaults", function)
        for change in self.objects.changes():
            found[change[1]] = change
        if not found:
            self.versions.accept(now)
        return sorted(found.values(), key=lambda change: change[0] == "disabled")

    def _compare(self, names: _Names, found: dict[str, Change]) -> None:
        for name, new in names.changed():
            if names.label == "builtins." and name in _STUBS:
                continue
            what = f"`{names.label}{name}`"
            if new is None and ": " not in names.label:
                found[what] = ("disabled", f"{what} was set to None", None)
                names.values[names.names.index(name)] = None  # told once
            else:
                found[what] = ("patched", f"{what} was {'deleted' if new is _MISSING else 'replaced'}", new)


def _hook_tells() -> bool:
    """Whether the hook is there, and this Python has an event for what it listens for."""
    global functions_set

    def probe(a: int = 0, *, b: int = 0) -> int:
        return a + b

    told = []
    for name, value in (("__code__", probe.__code__), ("__defaults__", (1,)), ("__kwdefaults__", {"b": 1})):
        functions_set = False
        setattr(probe, name, value)
        told.append(functions_set)
    for name in ("__defaults__", "__kwdefaults__"):
        functions_set = False
        delattr(probe, name)
        told.append(functions_set)
    functions_set = False  # what the import itself has set is what will be compared with
    return all(told)


def _inside(function: FunctionType) -> list[object]:
    defaults, keywords = function.__defaults__, function.__kwdefaults__
    return [function.__code__, defaults, keywords, *(keywords.values() if keywords else ())]


def _callable(space: dict[str, Any], names: Iterable[str]) -> list[str]:
    return [name for name in names if type(space[name]) in _CODE and not name.startswith("__")]

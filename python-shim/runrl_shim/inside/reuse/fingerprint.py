"""Whether the functions that make a reward are still those of the import: patches raise no audit event.

Compared are identities, never values: an object may claim to be equal to everything. Two sizes: `quick`, after every
call of a worker that is kept whatever happens (about a microsecond), holds what the module uses; `full`, after code
of a completion was executed, also what that uses in turn, and the code and defaults of each function.

Of dicts and lists the functions that they held are compared (`tables.py`). What is not: other data (objects, caches),
and every name that the module's own code assigns itself (`global name`, `thing.name = …`): that is its state.
"""

from __future__ import annotations

import builtins
import os
import re
import sys

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import callable, dict, frozenset, issubclass, len, list, map, sorted, type  # noqa: A004, UP029
from functools import partial
from operator import is_not
from types import ModuleType

from runrl_shim.inside.reuse.compared_names import METHODS, MISSING, Hideable, Names, hideable_methods
from runrl_shim.inside.reuse.held_objects import HeldObjects, import_standard
from runrl_shim.inside.reuse.insides import Insides, ModuleClasses
from runrl_shim.inside.reuse.module_code import (
    codes_of,
    is_class,
    is_standard,
    libraries_of,
    modules_below,
    mro_of,
    names_used_by,
    space_of,
    stored,
    written_in,
)
from runrl_shim.inside.reuse.tables import Table, Tables
from runrl_shim.inside.reuse.versions import DictVersions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    #: Kind of evidence, its message, and the new value.
    Change = tuple[str, str, Any]

_CONSTANT = (bool, int, float, str, bytes, tuple, frozenset, re.Pattern)
_LIBRARY_CONSTANT = (float, str, bytes, tuple, frozenset, re.Pattern)  # numbers and switches may be its state
# What tells right from wrong, whether the module names it or a library that it calls does.
# fmt: off
_CORE = (
    "__build_class__", "__import__", "abs", "all", "any", "bool", "compile", "dict", "enumerate", "eval",
    "exec", "filter", "float", "format", "getattr", "hasattr", "hash", "int", "isinstance", "issubclass",
    "iter", "len", "list", "map", "max", "min", "next", "object", "open", "ord", "range", "repr", "reversed",
    "round", "set", "setattr", "sorted", "str", "sum", "super", "tuple", "type", "zip",
)
# fmt: on
_BUILTINS = "__builtins__"  # what functions look into that are made later
# Graders replace these to feed and to bridle what they execute; no number becomes right by it.
_STUBS = frozenset({"_", "breakpoint", "exit", "help", "input", "print", "quit"})
# fmt: off
_OWN_MODULES = (
    "tampering.watch", "tampering.evidence", "tampering.matching", "reuse.fingerprint", "workers.evaluate",
    "workers.worker", "results.result", "workers.shared", "loading.environment", "results.step_result",
    "tampering.telling", "reuse.held_objects", "reuse.versions", "reuse.compared_names", "reuse.insides",
    "reuse.module_code", "tampering.acts", "results.blocked", "ways_out.refused", "results.unset", "reuse.traces",
    "workers.call_worker", "tampering.formulas", "tampering.given_names", "workers.rows", "reuse.tables",
)
# fmt: on

#: Whether code or defaults of a function, or the class or bases of something, may have been set since the import: the
#: audit hook (`watch.py`) says so.
functions_set = False


class Fingerprint:
    """What the functions were right after the import.

    Args:
        file: the user's file. It and the modules from its folder are the user's.
    """

    def __init__(self, file: str) -> None:
        own = modules_below(file)
        codes = [code for module in own for code in codes_of(module.__dict__.values(), module.__dict__)]
        codes += written_in(own)[0]  # what containers and objects of libraries hold, too
        stored_globals, stored_attributes = stored(codes)
        used = {name for code in codes for name in code.co_names}
        core = Names("builtins.", builtins.__dict__, sorted({*_CORE} - used - stored_attributes))
        self.quick: list[Names] = [core, Names("builtins.", builtins.__dict__, sorted(used - stored_attributes))]
        #: By module: builtins that its code names, and that a new global of that name would hide.
        self.own_hideable = [
            _hideable_builtins(module, used & builtins.__dict__.keys(), stored_globals) for module in own
        ]
        self.hideable = [*self.own_hideable]
        for module in own:
            label = os.path.basename(module.__dict__.get("__file__") or "?") + ": "
            names = [
                name
                for name, value in module.__dict__.items()
                if name not in stored_globals
                and not name.startswith("__")
                and (_is_code(value) or type(value) in _CONSTANT)
            ]
            self.quick.append(Names(label, module.__dict__, [*names, _BUILTINS]))
        imported = names_used_by(codes, "IMPORT_NAME")
        import_standard(imported)
        libraries = libraries_of(own, used, imported)
        for library in libraries:
            names = [name for name in library.__dict__ if name in used and name not in stored_attributes]
            constants = [name for name in names if type(library.__dict__[name]) in _LIBRARY_CONSTANT]
            space = library.__dict__
            self.quick.append(Names(f"{library.__name__}.", space, [*_callable(space, names), *constants]))
        self.full = [*self.quick, Names("builtins.", builtins.__dict__, set(builtins.__dict__) - stored_attributes)]
        deep = [library for library in libraries if is_standard(library)] + [
            sys.modules[name]
            for name in (*(f"runrl_shim.inside.{name}" for name in _OWN_MODULES), "runrl_shim.wire.frames")
            if name in sys.modules
        ]
        for library in deep:
            names = [name for name in library.__dict__ if name not in stored_attributes]
            self.hideable.append(_hideable_builtins(library, _CORE, stored_attributes))
            self.full.append(Names(f"{library.__name__}.", library.__dict__, _callable(library.__dict__, names)))
        kinds = {id(each): each for library in deep for each in library.__dict__.values() if is_class(each)}
        # An environment is a class; what it inherits may be in no namespace that is looked at.
        for value in [value for module in own for value in module.__dict__.values() if is_class(value)]:
            kinds.update({id(each): each for each in mro_of(value)})
        for kind in kinds.values():
            home = type.__dict__["__module__"].__get__(kind)
            if type(home) is str and home in sys.modules and home != "builtins":
                space = space_of(kind)
                methods = [
                    name
                    for name, value in space.items()
                    if type(value) in METHODS or (callable(value) and name not in stored_attributes)
                ]
                label = f"{home}.{type.__dict__['__qualname__'].__get__(kind)}."
                self.full.append(Names(label, space, methods))
                self.hideable.append(hideable_methods(kind, label, stored_attributes))
        # What functions import when they are called, may be another module by then.
        self.full.append(Names("sys.modules: ", sys.modules, sorted(imported)))
        self.objects = HeldObjects([*own, *filter(is_standard, libraries)], stored_attributes)
        self.hears_of_functions = _hook_tells()
        tables = Tables(own, deep, kinds.values(), self.objects.spaces())
        self.insides = Insides((value for each in self.full for value in each.values), tables)
        tables.leave_out(used, stored_globals | stored_attributes, self.insides.functions)
        self.lists = [table for table in tables.all.values() if not table.is_dict]
        #: What has versions beside names: what would hide them, and dicts of functions.
        self.others: list[Hideable | Table] = [*self.hideable]
        self.others += [table for table in tables.all.values() if table.is_dict]
        self.classes = ModuleClasses([*own, *libraries])
        self._take()
        self.quick_versions = DictVersions(each.space for each in self.quick)  # own modules and so `own_hideable` too
        spaces = [each.space for each in (*self.full, *self.others)]
        self.versions = DictVersions([*spaces, *self.insides.keywords])

    def _take(self) -> None:
        self.own_checks = [each.quick() for each in self.quick[1:] if each.names]
        self.checks = [self.quick[0].quick(), *self.own_checks]

    def is_as_it_was(self, *, with_core: bool = True) -> bool:
        """The quick look; without the core, builtins that only libraries use are left out."""
        now = self.quick_versions.now()
        try:
            if with_core or self.quick_versions.moved(now):
                for get, space, values in self.checks if with_core else self.own_checks:
                    if any(map(is_not, get(space), values)):
                        return False
                for each in self.own_hideable:
                    if not each.space.keys().isdisjoint(each.names):
                        return False
                if not with_core:
                    self.quick_versions.accept(now)
            if (functions_set or not self.hears_of_functions) and self.classes.changes():
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
            elif index < len(self.full) + len(self.others):
                for what, new in self.others[index - len(self.full)].changes():
                    found[what] = ("patched", what, new)
            else:
                look_at_functions = True  # a dict of keyword defaults
        if found:
            self._take()
        insides = self.insides.changes(all_of_them=look_at_functions)
        for change in (*insides, *self.classes.changes(), *self.objects.changes()):
            found[change[1]] = change
        for table in self.lists:
            found.update({what: ("patched", what, new) for what, new in table.changes()})
        if not found:
            self.versions.accept(now)
        return sorted(found.values(), key=lambda change: change[0] == "disabled")

    def accept(self) -> None:
        """What is there counts as unchanged, where no code of the module has run since the last look."""
        self.versions.accept(self.versions.now())

    def _compare(self, names: Names, found: dict[str, Change]) -> None:
        for name, new in names.changed():
            if names.label == "builtins." and name in _STUBS:
                continue
            what = f"`{names.label}{name}`"
            if new is None and ": " not in names.label:
                found[what] = ("disabled", f"{what} was set to None", None)
                names.values[names.names.index(name)] = None  # told once
            else:
                found[what] = ("patched", f"{what} was {'deleted' if new is MISSING else 'replaced'}", new)


def _hook_tells() -> bool:
    """Whether the hook is there, and this Python has an event for what it listens for."""
    global functions_set

    def probe(a: int = 0, *, b: int = 0) -> int:
        return a + b

    module = ModuleType("probe")
    sets: list[Callable[[], None]] = [
        partial(setattr, probe, "__code__", probe.__code__),
        partial(setattr, probe, "__defaults__", (1,)),
        partial(setattr, probe, "__kwdefaults__", {"b": 1}),
        partial(delattr, probe, "__defaults__"),
        partial(delattr, probe, "__kwdefaults__"),
        partial(setattr, module, "__class__", type("Kind", (ModuleType,), {})),
        partial(setattr, type("Kind", (ModuleType,), {}), "__bases__", (type("Base", (ModuleType,), {}),)),
    ]
    told = []
    for change in sets:
        functions_set = False
        change()
        told.append(functions_set)
    functions_set = False  # what the import itself has set is what will be compared with
    return all(told)


def _hideable_builtins(module: ModuleType, names: Iterable[str], besides: Iterable[str]) -> Hideable:
    free = frozenset(names) - module.__dict__.keys() - {*besides}
    return Hideable(module.__dict__, free, "a new global `{}` hides the builtin")


def _is_code(value: object) -> bool:
    return callable(value) or issubclass(type(value), ModuleType)


def _callable(space: dict[str, Any], names: Iterable[str]) -> list[str]:
    found = [name for name in names if _is_code(space[name]) and not name.startswith("__")]
    return [*found, _BUILTINS]

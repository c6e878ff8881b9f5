"""What the user's own files and the libraries that they use are made of: modules, code, and the names in it."""

from __future__ import annotations

import builtins
import opcode
import os
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

#: Operations that read an attribute, or a name of a module.
ATTRIBUTES = tuple(
    name for name in ("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "IMPORT_FROM") if name in opcode.opmap
)
# Lowest bits that say something else.
_SHIFTS = {
    "LOAD_GLOBAL": int(sys.version_info >= (3, 11)),
    "LOAD_ATTR": int(sys.version_info >= (3, 12)),
    "LOAD_SUPER_ATTR": 2,
}


def is_class(value: object) -> bool:
    """Whether it is a class, of whatever metaclass."""
    return issubclass(type(value), type)


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


def space_of(kind: Any) -> Any:
    return type.__dict__["__dict__"].__get__(kind)


def mro_of(kind: Any) -> Any:
    return type.__dict__["__mro__"].__get__(kind)


def _is_below(folder: str, file: str) -> bool:
    return file.startswith(folder) and "-packages" not in file and "/runrl_shim/" not in file


def codes_of(values: Iterable[object], space: dict[str, Any]) -> list[CodeType]:
    """The code of a module's own functions and methods, with what is nested in it."""
    rest: list[Any] = []
    for value in list(values):
        for each in (value, *(space_of(value).values() if is_class(value) else ())):
            each = _ask(each, "__func__") or _ask(each, "fget") or each
            for _ in range(8):  # decorators
                if type(each) is FunctionType and each.__globals__ is space:
                    rest.append(each.__code__)
                each = _ask(each, "__wrapped__")
                if each is None:
                    break
    return _with_nested(rest)


def written_in(modules: Iterable[ModuleType]) -> tuple[list[CodeType], str | None]:
    """The code of all that the files of modules define, wherever it is kept then; not what runs at the import alone.

    Returns the code, and a file that cannot be read as Python text: what it does is not known.
    """
    found: list[CodeType] = []
    unread = None
    for module in modules:
        file = str(module.__dict__.get("__file__"))
        try:
            found += _with_nested([compile(sources.read(file), file, "exec", dont_inherit=True)])[1:]
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            unread = file
    return found, unread


def _with_nested(rest: list[CodeType]) -> list[CodeType]:
    found = []
    while rest:
        code = rest.pop()
        found.append(code)
        rest.extend([constant for constant in code.co_consts if type(constant) is CodeType])
    return found


def stored(codes: list[CodeType]) -> tuple[set[str], set[str]]:
    """The global names, and the names of attributes, that code assigns or deletes."""
    names = [names_used_by(codes, f"STORE_{what}", f"DELETE_{what}") for what in ("GLOBAL", "ATTR")]
    return names[0], names[1]


def names_used_by(codes: list[CodeType], *operations: str) -> set[str]:
    """The names that operations of code are about."""
    shifts = {opcode.opmap[name]: _SHIFTS.get(name, 0) for name in operations}
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


def libraries_of(own: list[ModuleType], used: Collection[str], imported: Iterable[str]) -> list[ModuleType]:
    """The modules that the user's name, in themselves or by way of others, and those from which they have functions.

    Args:
        own: the user's.
        used: the names in their code.
        imported: modules that their functions import when they are called.
    """
    found: dict[int, ModuleType] = {}
    rest = [value for module in own for value in module.__dict__.values()]
    rest += [sys.modules.get(name) for name in imported]
    mine = {id(module) for module in (*own, builtins)}
    while rest:
        value: Any = rest.pop()
        if type(value) in (FunctionType, BuiltinFunctionType) or is_class(value):
            name = type.__dict__["__module__"].__get__(value) if is_class(value) else value.__module__
            value = sys.modules.get(name) if type(name) is str else None
        if issubclass(type(value), ModuleType) and id(value) not in mine and id(value) not in found:
            found[id(value)] = value
            space = value.__dict__
            rest += [space[name] for name in used if issubclass(type(space.get(name)), ModuleType)]
    return list(found.values())


def is_standard(module: ModuleType) -> bool:
    return module.__dict__.get("__name__", "").partition(".")[0] in sys.stdlib_module_names

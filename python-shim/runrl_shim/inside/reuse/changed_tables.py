"""Which tables the functions of the user's do anything else with than read: what these hold is their state."""

from __future__ import annotations

import ast

from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from types import ModuleType

_READ = frozenset({"__contains__", "__getitem__", "copy", "count", "get", "index", "items", "keys", "values"})
# fmt: off
_LOOK = frozenset({
    "all", "any", "bool", "dict", "enumerate", "filter", "isinstance", "iter", "len", "list", "map", "max", "min",
    "print", "repr", "reversed", "set", "sorted", "str", "sum", "tuple", "zip",
})
_CHANGE = frozenset({
    "__delitem__", "__setitem__", "append", "clear", "extend", "insert", "pop", "popitem", "remove", "reverse",
    "setdefault", "sort", "update",
})
# fmt: on
_LOOKED_AT = (ast.Compare, ast.For, ast.AsyncFor, ast.comprehension, ast.Starred, ast.If)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def changed_by(own: Iterable[ModuleType], names: Collection[str]) -> set[str]:
    """Of the names of tables those that a function of these modules may change, bind to another name, or hand on.

    Not what only a decorator changes that is named in no function: it runs at the import.
    """
    changed: dict[str, set[str]] = {}  # by function
    mentioned: set[str] = set()
    decorators: set[str] = set()
    for module in own:
        file = module.__dict__.get("__file__")
        try:
            tree = ast.parse(sources.read(file) if type(file) is str else b"")
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for outermost in _outermost(tree):
            name = getattr(outermost, "name", "")
            decorators |= {_name_of(each) for each in getattr(outermost, "decorator_list", ())}
            body = outermost.body if isinstance(outermost.body, list) else [outermost.body]
            for node in [node for statement in body for node in ast.walk(statement)]:
                if isinstance(node, (ast.Name, ast.Attribute)):
                    mentioned.add(_name_of(node))
                    if _name_of(node) in names and not _is_read(node, above):
                        changed.setdefault(name, set()).add(_name_of(node))
    at_import = decorators - mentioned
    return {each for name, found in changed.items() if name not in at_import for each in found}


def _outermost(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda]:
    """Functions and methods that are in no other."""
    rest = [tree]
    while rest:
        for node in ast.iter_child_nodes(rest.pop()):
            if isinstance(node, _FUNCTIONS):
                yield node
            else:
                rest.append(node)


def _name_of(node: ast.AST) -> str:
    """The name of what is named, or called."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_read(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Whether what is named is looked at there: not changed, bound to another name, or handed on."""
    user = above[node]
    while isinstance(user, ast.Subscript) and user.value is node and isinstance(user.ctx, ast.Load):
        node, user = user, above[user]
    if isinstance(node, ast.Subscript):  # of what is in it only what changes that
        is_changed = isinstance(user, ast.Subscript) or (isinstance(user, ast.Attribute) and user.attr in _CHANGE)
        return not is_changed
    if isinstance(user, ast.Attribute):
        return user.attr in _READ
    if isinstance(user, ast.Call):
        return node is not user.func and isinstance(user.func, ast.Name) and user.func.id in _LOOK
    return isinstance(user, _LOOKED_AT)

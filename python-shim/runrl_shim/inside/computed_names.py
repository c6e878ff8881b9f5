"""Whether a module reaches attributes by names that it computes, as evaluators do that walk a tree themselves.

With a name of the completion's, `getattr(math, name)(*arguments)` calls `math.__setattr__` too, and no event tells.
"""

from __future__ import annotations

import ast
import os

from runrl_shim.inside import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

#: Functions, and which of their arguments are names of attributes.
_BY_NAME = {"getattr": slice(1, 2), "setattr": slice(1, 2), "delattr": slice(1, 2), "attrgetter": slice(0, None)}
_BY_NAME["methodcaller"] = slice(0, 1)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def place_of_computed_name(own: Iterable[ModuleType], used: set[str]) -> str | None:
    """Where the first of them is, as `reward.py:12`; None where all names are written out, or begin with a fixed part.

    Args:
        own: the user's modules.
        used: names that their functions use, so that most need not be parsed.
    """
    if used.isdisjoint(_BY_NAME):
        return None
    for module in own:
        file = module.__dict__.get("__file__")
        try:
            tree = ast.parse(sources.read(file)) if type(file) is str else None
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        functions = [node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)] if tree is not None else []
        for node in (node for function in functions for node in ast.walk(function)):
            if _is_computed(node):
                return f"{os.path.basename(str(file))}:{node.lineno}"  # type: ignore[attr-defined]
    return None


def _is_computed(node: ast.AST) -> bool:
    """Whether it calls one of them with a computed name, or hands it on, as `reduce(getattr, names, thing)` does."""
    if not isinstance(node, ast.Call):
        return False
    if any(isinstance(each, ast.Name) and each.id in _BY_NAME for each in node.args):
        return True
    called = node.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    names = node.args[_BY_NAME[name]] if name in _BY_NAME else []
    return not all(isinstance(each, ast.Constant) or _begins_with_text(each) for each in names)


def _begins_with_text(name: ast.expr) -> bool:
    """`f"on_{kind}"` and `"on_" + kind` name methods of one's own."""
    first = name.values[0] if isinstance(name, ast.JoinedStr) and name.values else name
    while isinstance(first, ast.BinOp):
        first = first.left
    text = first.value if isinstance(first, ast.Constant) else ""
    return isinstance(text, str) and text.strip("_") != ""

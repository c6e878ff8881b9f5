"""Whether a module reaches attributes by names that it computes, as evaluators do that walk a tree themselves.

With a name of the completion's, `getattr(math, name)(*arguments)` calls `math.__setattr__` too, and no event tells.
"""

from __future__ import annotations

import ast
import os

from runrl_shim.inside.reuse.reached import BY_NAME
from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType, ModuleType

#: Functions, and which of their arguments are names of attributes.
_BY_NAME: dict[str, slice] = {name: slice(1, 2) for name in BY_NAME}
_BY_NAME |= {"__getattribute__": slice(-1, None), "attrgetter": slice(0, None), "methodcaller": slice(0, 1)}
_BY_NAME |= {"__setattr__": slice(-2, -1), "__delattr__": slice(-1, None)}
_IMPORTING = frozenset({"__import__", "import_module"})
_HANDED = {*_BY_NAME, *_IMPORTING}
_SPACES = frozenset({"vars", "globals", "locals"})  # functions that give all names of something
_TELLING = {*_BY_NAME, *_IMPORTING, *_SPACES, "__dict__", "__builtins__", "modules"}
#: Of these, those that code made of text is judged by. Data classes that are frozen are made so, with the others.
_IN_TEXT = {*BY_NAME, *_IMPORTING, *_SPACES, "modules"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class ComputedNames:
    """How functions get at attributes and modules by text.

    Attributes:
        place: the first whose text is computed, and does not begin with a fixed part, as `reward.py:12`; None without.
        names: of attributes, where they are written out.
        beginnings: of attributes, where only that is.
        modules: that are imported, where at least the part before the first dot is written out.
    """

    def __init__(self, own: Iterable[ModuleType], codes: Iterable[CodeType]) -> None:
        self.place: str | None = None
        self.names: set[str] = set()
        self.beginnings: set[str] = set()
        self.modules: set[str] = set()
        self._aliases: set[str] = set()
        telling = [code for code in codes if not _TELLING.isdisjoint(code.co_names)]
        if not telling:  # so that most need not be parsed
            return
        files: set[str] = set()
        for module in own:
            file = module.__dict__.get("__file__")
            try:
                tree = ast.parse(sources.read(file)) if type(file) is str else None
            except (OSError, SyntaxError, ValueError, RecursionError):
                continue
            files.add(str(file))
            functions = [node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)] if tree is not None else []
            for function in functions:
                called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
                self._aliases = _aliases_in(function)
                for node in ast.walk(function):
                    if self.place is None and (self._looks_up(node) or _is_handed_on(node, called)):
                        self.place = f"{os.path.basename(str(file))}:{node.lineno}"  # type: ignore[attr-defined]
        for code in telling:  # what was made of text is in none of the files
            if self.place is None and code.co_filename not in files and not _IN_TEXT.isdisjoint(code.co_names):
                self.place = f"`{code.co_name}`, a function that the import made of text,"

    def _looks_up(self, node: ast.AST) -> bool:
        """Whether it looks something up by text that is computed. Notes text that is written out."""
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            return self._is_space(node.value) and self._is_looked_up(node.value, [node.slice])
        if not isinstance(node, ast.Call):
            return False
        name = _name_of(node.func)
        is_spread = any(isinstance(each, ast.Starred) for each in node.args) or any(
            each.arg is None for each in node.keywords
        )
        if is_spread and (name in _BY_NAME or name in _IMPORTING):
            return True
        if name in _BY_NAME:
            return self._is_computed(node.args[_BY_NAME[name]])
        if name in _IMPORTING:
            named = [each.value for each in node.keywords if each.arg == "name"]
            return self._is_computed([*node.args[:1], *named], modules=True)
        if name == "get" and isinstance(node.func, ast.Attribute) and self._is_space(node.func.value):
            return self._is_looked_up(node.func.value, node.args[:1])
        return False

    def _is_space(self, node: ast.expr) -> bool:
        return _is_space(node) or (isinstance(node, ast.Name) and node.id in self._aliases)

    def _is_looked_up(self, space: ast.expr, names: list[ast.expr]) -> bool:
        hidden = any(isinstance(each, ast.Constant) and each.value in _HANDED for each in names)
        return hidden or self._is_computed(names, modules=_name_of(space) == "modules")

    def _is_computed(self, names: list[ast.expr], *, modules: bool = False) -> bool:
        for each in names:
            text, whole = _beginning_of(each)
            if modules and (whole or "." in text):
                self.modules.add(text)
            elif whole and not modules:
                self.names.add(text)
            elif not modules and text.strip("_") and not text.startswith("__"):
                self.beginnings.add(text)
            else:
                return True
        return False


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_space(node: ast.expr) -> bool:
    """Whether it is all names of something: `vars(math)`, `globals()`, `math.__dict__`, `sys.modules`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _SPACES
    name = _name_of(node)
    return name in ("__dict__", "__builtins__") or (
        name == "modules" and isinstance(node, ast.Attribute) and _name_of(node.value) == "sys"
    )


def _aliases_in(function: ast.AST) -> set[str]:
    """The names that it gives to all names of something: `space = vars(math)`."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if _is_space(node.value):
                found |= {each.id for each in targets if isinstance(each, ast.Name)}
    return found


def _is_handed_on(node: ast.AST, called: set[int]) -> bool:
    """Whether one of the functions is not called where it is named, as in `reduce(getattr, names, thing)`."""
    if isinstance(node, ast.ImportFrom):
        return any(each.name in _HANDED and each.asname not in (None, each.name) for each in node.names)
    if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(node.ctx, ast.Load):
        return False
    return _name_of(node) in _HANDED and id(node) not in called


def _beginning_of(text: ast.expr) -> tuple[str, bool]:
    """What is written out of a text, as `on_` of `f"on_{kind}"` and `"on_" + kind`, and whether that is all of it."""
    if isinstance(text, ast.Constant):
        return str(text.value), True
    if isinstance(text, ast.Name) and text.id == "__name__":
        return "__main__", True
    if isinstance(text, ast.JoinedStr):
        first = text.values[0] if text.values else text
        return (str(first.value), False) if isinstance(first, ast.Constant) else ("", False)
    if isinstance(text, ast.BinOp):
        left, whole = _beginning_of(text.left)
        right, ends = _beginning_of(text.right) if whole else ("", False)
        return left + right, ends
    return "", False

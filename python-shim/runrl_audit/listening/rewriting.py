"""Has the user's file, and modules beside it, rewritten when they are loaded; tells which files those are."""

from __future__ import annotations

import ast
import builtins
import os
import sys
from importlib.machinery import SourceFileLoader

from runrl_shim.inside.loading import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType
    from typing import Any


def install(own: Own, rewriter: type[ast.NodeTransformer], functions: Mapping[str, Callable[..., Any]]) -> None:
    """Has files rewritten from now on.

    Args:
        own: Tells which files.
        rewriter: What changes their syntax tree.
        functions: What rewritten code calls, by the names that it calls.
    """
    plain = load._compiled
    for name, function in functions.items():
        setattr(builtins, name, function)

    def compiled(source: bytes, file: str) -> CodeType:
        return rewritten(source, file, rewriter) or plain(source, file)  # which says what is wrong with it

    load._compiled = compiled
    get_code = SourceFileLoader.get_code

    def code_of(self: SourceFileLoader, fullname: str) -> CodeType | None:
        path = self.get_filename(fullname)
        code = rewritten(self.get_data(path), path, rewriter) if own.has(path) else None
        return code or get_code(self, fullname)

    setattr(SourceFileLoader, "get_code", code_of)  # noqa: B010 - mypy allows no other way


def rewritten(source: bytes, file: str, rewriter: type[ast.NodeTransformer]) -> CodeType | None:
    """Returns the code of a rewritten file; None where it cannot be compiled."""
    try:
        tree = ast.fix_missing_locations(rewriter().visit(ast.parse(source, file)))
        return compile(tree, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return None


class Own:
    """Tells the user's files from those of Python and of packages, which may lie below the same folder.

    Args:
        file: The reward file.
    """

    def __init__(self, file: str) -> None:
        self.folder = os.path.dirname(os.path.abspath(file)).rstrip(os.sep) + os.sep
        installed = {sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)}
        self._installed = tuple(os.path.abspath(path) + os.sep for path in installed)
        self._known: dict[str, bool] = {}

    def has(self, path: str) -> bool:
        """Tells whether a file is the user's."""
        known = self._known.get(path)
        if known is None:
            inside = path.startswith(self.folder) and "-packages" + os.sep not in path
            # An installation may hold the folder, too: a venv in which the file was put.
            other = any(path.startswith(root) and not self.folder.startswith(root) for root in self._installed)
            known = self._known[path] = inside and not other
        return known

"""Has the user's file, and modules beside it, rewritten when they are loaded."""

from __future__ import annotations

import ast
import builtins
from importlib.machinery import SourceFileLoader

from runrl_shim.inside.loading import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType
    from typing import Any

    from runrl_audit.listening.own import Own


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

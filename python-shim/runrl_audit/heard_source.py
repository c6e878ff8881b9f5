"""Lets strings stay heard where only C code makes them: `sep.join(...)`, f-strings, `str(...)`, of the user's files.

These expressions are rewritten when the file is compiled. Each calls a function that gives what the expression would
have given, but for what it passes on; everything else of the file, its lines included, stays as it is.
"""

from __future__ import annotations

import ast

from runrl_audit import rewriting
from runrl_audit.heard import Heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_audit.own import Own

_JOIN, _JOINED, _STR = "__runrl_join__", "__runrl_joined__", "__runrl_str__"


def install(own: Own) -> None:
    """Has the user's file, and modules beside it, rewritten when they are loaded.

    Args:
        own: Tells which those are.
    """
    rewriting.install(own, _Rewrite, {_JOIN: join, _JOINED: joined, _STR: text})


class _Rewrite(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            return node
        if isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            return _call(_JOIN, [node.func.value, node.args[0]], node)
        if isinstance(node.func, ast.Name) and node.func.id == "str":
            return _call(_STR, [node.func, node.args[0]], node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        parts: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and part.format_spec is None and part.conversion == -1:
                inner = self.visit(part.value)
                parts.append(ast.copy_location(ast.Tuple([inner], ast.Load()), node))
            elif isinstance(part, ast.FormattedValue):
                parts.append(ast.copy_location(ast.JoinedStr([part]), node))
            else:
                parts.append(part)
        return _call(_JOINED, parts, node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        # A pattern holds constants, not expressions.
        node.guard = self.visit(node.guard) if node.guard is not None else None
        node.body = [self.visit(statement) for statement in node.body]
        return node


def _call(name: str, arguments: list[ast.expr], place: ast.expr) -> ast.Call:
    function = ast.copy_location(ast.Name(name, ast.Load()), place)
    return ast.copy_location(ast.Call(function, arguments, []), place)


def _passed_on(result: str, parts: list[Any]) -> str:
    heard = next((part for part in parts if isinstance(part, Heard)), None)
    return result if heard is None else heard._made(result)


def join(owner: Any, parts: Any) -> Any:
    """`owner.join(parts)`."""
    if not isinstance(owner, str):
        return owner.join(parts)
    listed = parts if isinstance(parts, (list, tuple)) else list(parts)
    return _passed_on(owner.join(listed), [*listed])


def joined(*parts: Any) -> str:
    """An f-string: texts as they are, values as tuples of one."""
    texts = [format(part[0]) if isinstance(part, tuple) else part for part in parts]
    return _passed_on("".join(texts), [part[0] if isinstance(part, tuple) else part for part in parts])


def text(function: Any, value: Any) -> Any:
    """`str(value)`, whatever `str` is called there."""
    return value if function is str and isinstance(value, Heard) else function(value)

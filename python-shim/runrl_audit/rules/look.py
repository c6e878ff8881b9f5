"""Questions that several rules ask of a source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeVar

from runrl_audit.values.facts import FUNCTIONS, Call, own_nodes
from runrl_audit.values.flow import Flow
from runrl_audit.values.value import Value, everything

HEADS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.For, ast.If)
N = TypeVar("N", bound=ast.AST)


def is_gold(value: Value) -> bool:
    """Whether a value comes from the row alone."""
    letters = everything(value)
    return "G" in letters and not letters & {"C", "X", "J"}


def is_completion(value: Value) -> bool:
    """Whether a value comes from the completion, and not from the row."""
    letters = everything(value)
    return "C" in letters and "G" not in letters


def live_nodes(flow: Flow, *types: type[N]) -> Iterator[N]:
    """All nodes of these types in functions that can be reached, in the order of the source."""
    known: list[ast.AST] | None = flow.__dict__.get("_live")
    if known is None:
        known = [
            node
            for function in flow.reached.values()
            for node in own_nodes(function)
            if not isinstance(node, FUNCTIONS)
        ]
        known.sort(key=lambda each: (getattr(each, "lineno", 0), getattr(each, "col_offset", 0)))
        flow.__dict__["_live"] = known
    return (node for node in known if isinstance(node, types))


def calls_of(flow: Flow, *names: str) -> Iterator[Call]:
    """Calls of these that can be reached."""
    for call in flow.calls:
        if call.is_any(*names) and in_function(flow, call.node):
            yield call


def in_function(flow: Flow, node: ast.AST) -> bool:
    """Whether a node lies in a function that can be reached from an entry point."""
    return id(flow.function_of(node)) in flow.reached


def catches(handler: ast.ExceptHandler, *kinds: str) -> bool:
    """Whether a handler catches one of these, by name, or everything."""
    return not handler_names(handler).isdisjoint({"Exception", "BaseException", *kinds})


def handler_names(handler: ast.ExceptHandler) -> set[str]:
    """The names of what a handler catches; `BaseException` for a bare `except:`."""
    if handler.type is None:
        return {"BaseException"}
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {
        each.attr if isinstance(each, ast.Attribute) else each.id
        for each in parts
        if isinstance(each, (ast.Attribute, ast.Name))
    }


def assigned_in(flow: Flow, node: ast.AST, name: str) -> list[ast.expr]:
    """What the function around a node assigns to a variable."""
    return [
        each.value
        for each in own_nodes(flow.function_of(node))
        if isinstance(each, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in each.targets)
    ]


def place_of(node: ast.AST, lines: list[str]) -> dict[str, int]:
    """Returns where a node stands: lines and columns from 1, in characters; of blocks only the head."""
    line: int = getattr(node, "lineno", 1)
    end_line: int = getattr(node, "end_lineno", line) or line
    column, end_column = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
    if isinstance(node, HEADS):
        column = _characters(lines, line, column)
        return {"line": line, "column": column + 1, "endLine": line, "endColumn": len(_text(lines, line)) + 1}
    return {
        "line": line,
        "column": _characters(lines, line, column) + 1,
        "endLine": end_line,
        "endColumn": _characters(lines, end_line, end_column) + 1,
    }


def _text(lines: list[str], line: int) -> str:
    return lines[line - 1].rstrip("\r\n") if 0 < line <= len(lines) else ""


def _characters(lines: list[str], line: int, offset: int) -> int:
    """`ast` counts bytes of UTF-8."""
    return len(_text(lines, line).encode()[:offset].decode(errors="ignore"))

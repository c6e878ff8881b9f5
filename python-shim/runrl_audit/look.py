"""Questions that several rules ask of a source."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.facts import FUNCTIONS, Call
from runrl_audit.taint import Flow
from runrl_audit.values import Value

Node = ast.AST


def live_nodes(flow: Flow, *types: type[ast.AST]) -> Iterator[ast.AST]:
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


def own_nodes(function: ast.AST) -> list[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    known: list[ast.AST] | None = function.__dict__.get("_own")
    if known is not None:
        return known
    found: list[ast.AST] = []
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))
        elif isinstance(node, FUNCTIONS):
            waiting.extend(getattr(node, "decorator_list", []))
    function.__dict__["_own"] = found
    return found


def calls_of(flow: Flow, *names: str) -> Iterator[Call]:
    """Calls of these that can be reached."""
    for call in flow.calls:
        if call.is_any(*names) and in_function(flow, call.node):
            yield call


def in_function(flow: Flow, node: ast.AST) -> bool:
    """Whether a node lies in a function that can be reached from an entry point."""
    return id(flow.function_of(node)) in flow.reached


def handler_around(flow: Flow, node: ast.AST, *kinds: str) -> ast.ExceptHandler | None:
    """The handler that catches one of these exceptions where a node raises it."""
    child = node
    for each in flow.around(node):
        if isinstance(each, FUNCTIONS):
            return None
        if isinstance(each, ast.Try) and child in each.body:
            for handler in each.handlers:
                if catches(handler, *kinds):
                    return handler
        child = each
    return None


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


def tested_names(flow: Flow, node: ast.AST) -> set[str]:
    """Variables (and attributes) that the function around a node tests for being empty, or measures."""
    function = flow.function_of(node)
    found: set[str] = set()
    for each in own_nodes(function):
        tests: list[ast.AST] = []
        if isinstance(each, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            tests.append(each.test)
        elif isinstance(each, ast.BoolOp):
            tests.extend(each.values)
        elif isinstance(each, ast.Compare):
            tests.extend(
                part.args[0]
                for part in (each.left, *each.comparators)
                if isinstance(part, ast.Call)
                and isinstance(part.func, ast.Name)
                and part.func.id == "len"
                and part.args
            )
        for test in tests:
            inner = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
            if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id in ("len", "bool"):
                inner = inner.args[0] if inner.args else inner
            if isinstance(inner, (ast.Name, ast.Attribute)):
                found.add(ast.unparse(inner))
            elif isinstance(inner, ast.Compare):
                found.update(
                    ast.unparse(part)
                    for part in (inner.left, *inner.comparators)
                    if isinstance(part, (ast.Name, ast.Attribute))
                    and any(isinstance(other, (ast.List, ast.Constant)) for other in (inner.left, *inner.comparators))
                )
    return found


def names_in(node: ast.AST) -> set[str]:
    """Variables and attributes that an expression mentions."""
    return {ast.unparse(each) for each in ast.walk(node) if isinstance(each, (ast.Name, ast.Attribute))}


def is_text(value: Value) -> bool:
    """Whether a value is a text, or may well be one."""
    return value.kind in ("", "str")


def leads_to_reward(flow: Flow, node: ast.AST) -> bool:
    """Whether a comparison or call has a say in what is paid."""
    return flow.reaches_reward(node)


def ways(flow: Flow, node: ast.AST) -> list[int]:
    """For each way of being paid that needs this node to hold: the other marks that must hold, as bits."""
    bit = flow.bits.get(id(node), 0)
    found = []
    for alternative in flow.reward.sums or ():
        via = 0
        for term in alternative:
            if term.high > 0:
                via |= term.via
        if via & bit:
            found.append(via & ~bit)
    return found

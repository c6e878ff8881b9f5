"""What is paid when something fails: RH113, RH122, RH151."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.rules.look import catches, is_gold, live_nodes
from runrl_audit.rules.rule import Hit, rule
from runrl_audit.values.flow import Flow
from runrl_audit.values.value import everything

BAD_WORDS = ("wrong", "bad", "invalid", "error", "fail", "reject", "unsafe", "missing")


def _least(flow: Flow, *others: float) -> float:
    """The least that is ever paid, or one of these numbers."""
    reward = flow.reward
    numbers = [float(each) for _, each in reward.consts or () if isinstance(each, (int, float))]
    if numbers or others:
        return min([*numbers, *others])
    return reward.low if reward.low > float("-inf") else 0.0


def _number(flow: Flow, node: ast.AST | None) -> float | None:
    """The number that is given as reward there, where it is a constant."""
    value = flow.value_of(node)
    if value.kind == "tuple" and value.items:
        value = value.items[0]
    elif value.kind == "dict" and value.keys is not None:
        value = dict(value.keys).get("reward", value)
    return float(value.const) if value.is_const and isinstance(value.const, (bool, int, float)) else None


def _paid_in(flow: Flow, handler: ast.ExceptHandler) -> Iterator[tuple[ast.AST, float, bool]]:
    """Numbers that a handler returns or assigns: the place, the number, whether it is surely paid as it is."""
    function = flow.function_of(handler)
    is_entry = any(function is each.node for each in flow.entries) and not flow.is_environment
    for node in ast.walk(handler):
        returns = isinstance(node, ast.Return) and flow.function_of(node) is function
        assigns = isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        value = node.value if isinstance(node, (ast.Return, ast.Assign)) and (returns or assigns) else None
        number = _number(flow, value)
        if value is not None and number is not None:
            yield value, number, returns and is_entry


def _flows_out(flow: Flow, handler: ast.ExceptHandler, number: float, direct: bool) -> bool:
    """Whether a number of a handler is what is paid: as it is, or as the verdict that decides it."""
    name = getattr(flow.function_of(handler), "name", "").lower()
    if direct or not flow.reaches_reward(handler) or any(word in name for word in BAD_WORDS):
        return direct
    consts = [float(each) for _, each in flow.reward.consts or () if isinstance(each, (int, float))]
    return number in consts or (number == 1.0 and flow.reward.high >= 1.0)


@rule("RH113", "high", "return the least there is, and say in the info dict what failed", "B09", "A20")
def paid_failure(flow: Flow) -> Iterator[Hit]:
    """`except Exception: return 0.5`."""
    least = _least(flow)
    for handler in live_nodes(flow, ast.ExceptHandler):
        paid = _paid_in(flow, handler) if catches(handler) and not _of_judge(flow, handler) else ()
        for place, number, direct in paid:
            if number > least and _flows_out(flow, handler, number, direct):
                message = (
                    f"An exception pays {number:g} and the lowest reward is {least:g}: a completion that raises gains"
                )
                yield Hit(place, message)
                break


def _of_judge(flow: Flow, handler: ast.ExceptHandler) -> bool:
    parent = flow.parent(handler)
    body = parent.body if isinstance(parent, ast.Try) else []
    nodes = (each for part in body for each in ast.walk(part) if isinstance(each, ast.expr))
    return any("J" in flow.taint_of(each) for each in nodes)


@rule("RH122", "high", "let it raise: no reward is better than a wrong one", "D07")
def judge_fails_open(flow: Flow) -> Iterator[Hit]:
    """The judge cannot be reached or read, and that pays."""
    # Of a judge's own numbers nothing is known; less than nothing is not expected of it.
    least = _least(flow, 0.0)
    for handler in live_nodes(flow, ast.ExceptHandler):
        for place, number, direct in _paid_in(flow, handler) if _of_judge(flow, handler) else ():
            if number > least and (direct or flow.reaches_reward(handler)):
                message = f"A failure of the judge pays {number:g}: a completion that makes the judge fail gains"
                yield Hit(place, message)
                break
    for node in live_nodes(flow, ast.If, ast.IfExp):
        assert isinstance(node, (ast.If, ast.IfExp))
        test, negated = _tested(node.test)
        value = flow.value_of(test)
        if "J" in everything(value) and value.kind in ("match", "list") and isinstance(test, (ast.Name, ast.Call)):
            for place, number in _given(flow, node, negated):
                if number > least:
                    yield Hit(place, f"A judge's answer that cannot be parsed pays {number:g}")


@rule("RH151", "high", "raise: a row whose answer cannot be read is a fault of the data", "A19", "A20")
def unreadable_answer(flow: Flow) -> Iterator[Hit]:
    """`if gold is None: return 1.0`: rows without a usable answer pay whatever is said."""
    for node in live_nodes(flow, ast.If, ast.IfExp):
        assert isinstance(node, (ast.If, ast.IfExp))
        test, missing = _tested(node.test)
        is_entry = any(flow.function_of(node) is each.node for each in flow.entries) and not flow.is_environment
        if not missing or not is_entry or not is_gold(flow.value_of(test)):
            continue
        for place, number in _given(flow, node, True) if isinstance(test, (ast.Name, ast.Subscript)) else ():
            if number > _least(flow):
                message = f"A row whose answer cannot be read pays {number:g} for any completion"
                yield Hit(place, message)


def _tested(test: ast.expr) -> tuple[ast.expr, bool]:
    """What is asked whether it is there; whether the test holds where it is missing: None, empty, no match."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return (test.operand.value if isinstance(test.operand, ast.NamedExpr) else test.operand), True
    missing = False
    if isinstance(test, ast.Compare):
        nothing = ast.unparse(test.comparators[0]) in ("None", "''", "[]")
        missing = nothing and isinstance(test.ops[0], (ast.Is, ast.Eq))
        test = test.left if nothing else test
    return (test.value if isinstance(test, ast.NamedExpr) else test), missing


def _given(flow: Flow, node: ast.If | ast.IfExp, holds: bool) -> Iterator[tuple[ast.AST, float]]:
    """Constant rewards that are given where a test holds, or where it does not."""
    if isinstance(node, ast.IfExp):
        places: list[ast.AST | None] = [node.body if holds else node.orelse]
    else:
        body = node.body if holds else node.orelse
        if not body and isinstance(node.body[-1], ast.Return):
            body = _next_statement(flow, node)
        places = [each.value for part in body for each in ast.walk(part) if isinstance(each, ast.Return)]
    for place in places:
        number = _number(flow, place)
        if place is not None and number is not None:
            yield place, number


def _next_statement(flow: Flow, node: ast.stmt) -> list[ast.stmt]:
    parent = flow.parent(node)
    bodies = (getattr(parent, name, None) for name in ("body", "orelse", "finalbody"))
    body = next((each for each in bodies if isinstance(each, list) and node in each), [])
    return [each for each in body[body.index(node) + 1 :][:1] if isinstance(each, ast.Return)] if body else []

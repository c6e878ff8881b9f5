"""What is paid when something fails: RH113, RH114, RH122, RH128."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.look import catches, handler_names, leads_to_reward, live_nodes
from runrl_audit.matches import Hit, rule
from runrl_audit.taint import Flow
from runrl_audit.values import Value, everything

BAD_WORDS = ("wrong", "bad", "invalid", "error", "fail", "reject", "unsafe", "missing")


def _least(flow: Flow) -> float:
    """The least that is ever paid."""
    reward = flow.reward
    numbers = [float(each) for _, each in reward.consts or () if isinstance(each, (int, float))]
    if numbers:
        return min(numbers)
    return reward.low if reward.low > float("-inf") else 0.0


def _paid_in(flow: Flow, handler: ast.ExceptHandler) -> Iterator[tuple[ast.AST, float, bool]]:
    """Numbers that a handler returns or assigns: the place, the number, whether it is surely paid as it is."""
    entry_nodes = {id(each.node) for each in flow.entries}
    function = flow.function_of(handler)
    for node in ast.walk(handler):
        value: ast.expr | None = None
        if isinstance(node, ast.Return) and flow.function_of(node) is function:
            value = node.value
            direct = id(function) in entry_nodes and not flow.is_environment
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            value = node.value
            direct = False
        if value is None:
            continue
        found = _reward_part(flow.value_of(value))
        if found.is_const and isinstance(found.const, (bool, int, float)):
            yield value, float(found.const), direct


def _reward_part(value: Value) -> Value:
    if value.kind == "tuple" and value.items:
        return value.items[0]
    if value.kind == "dict" and value.keys is not None:
        return dict(value.keys).get("reward", value)
    return value


def _flows_out(flow: Flow, handler: ast.ExceptHandler, number: float, direct: bool) -> bool:
    """Whether a number of a handler is what is paid: as it is, or as the verdict that decides it."""
    if direct:
        return True
    if not leads_to_reward(flow, handler):
        return False
    function = flow.function_of(handler)
    name = getattr(function, "name", "").lower()
    if any(word in name for word in BAD_WORDS):
        return False
    consts = flow.reward.consts
    if consts is not None and any(isinstance(each, (int, float)) and float(each) == number for _, each in consts):
        return True
    return number == 1.0 and flow.reward.high >= 1.0


@rule("RH113", "high", "return the least there is, and say in the info dict what failed", "B09", "A20")
def paid_failure(flow: Flow) -> Iterator[Hit]:
    """`except Exception: return 0.5`."""
    for handler in live_nodes(flow, ast.ExceptHandler):
        assert isinstance(handler, ast.ExceptHandler)
        if not catches(handler) or _of_judge(flow, handler):
            continue
        least = _least(flow)
        for place, number, direct in _paid_in(flow, handler):
            if number > least and _flows_out(flow, handler, number, direct):
                yield Hit(
                    place, f"Whatever fails pays {number:g}, more than the least ({least:g}): crashing is worth it"
                )
                break


@rule(
    "RH114",
    "warning",
    "catch `Exception` or what you expect, never `BaseException`; time limits end the process from outside",
    "B09",
)
def swallows_time_limit(flow: Flow) -> Iterator[Hit]:
    """A bare `except:` also catches what a time limit raises."""
    for handler in live_nodes(flow, ast.ExceptHandler):
        assert isinstance(handler, ast.ExceptHandler)
        if "BaseException" not in handler_names(handler):
            continue
        if any(isinstance(each, ast.Raise) for part in handler.body for each in ast.walk(part)):
            continue
        parent = flow.parent(handler)
        if isinstance(parent, ast.Try) and any(
            isinstance(each, ast.Call) for part in parent.body for each in ast.walk(part)
        ):
            what = "A bare `except:`" if handler.type is None else "`except BaseException`"
            yield Hit(handler, f"{what} also swallows KeyboardInterrupt, SystemExit and the exception of a time limit")


def _of_judge(flow: Flow, handler: ast.ExceptHandler) -> bool:
    parent = flow.parent(handler)
    if not isinstance(parent, ast.Try):
        return False
    return any(
        "J" in everything(flow.value_of(each))
        for part in parent.body
        for each in ast.walk(part)
        if isinstance(each, ast.expr)
    )


@rule("RH122", "high", "let it raise: no reward is better than a wrong one", "D07")
def judge_fails_open(flow: Flow) -> Iterator[Hit]:
    """The judge cannot be reached or read, and that pays."""
    seen: set[int] = set()
    for handler in live_nodes(flow, ast.ExceptHandler):
        assert isinstance(handler, ast.ExceptHandler)
        if not _of_judge(flow, handler):
            continue
        for place, number, direct in _paid_in(flow, handler):
            if number > _least_or_zero(flow) and (direct or leads_to_reward(flow, handler)) and id(place) not in seen:
                seen.add(id(place))
                yield Hit(
                    place, f"When the judge fails this pays {number:g}: an answer that breaks the judge is worth it"
                )
                break
    for node in live_nodes(flow, ast.If, ast.IfExp):
        assert isinstance(node, (ast.If, ast.IfExp))
        failing = _failing_branch(flow, node)
        if failing is None:
            continue
        for each in failing:
            value = each.value if isinstance(each, ast.Return) else each
            found = _reward_part(flow.value_of(value))
            if isinstance(found.const, (int, float)) and found.is_const and float(found.const) > _least_or_zero(flow):
                if value is not None and id(value) not in seen:
                    seen.add(id(value))
                    yield Hit(value, f"When nothing can be read of the judge's answer this pays {float(found.const):g}")


def _least_or_zero(flow: Flow) -> float:
    """Of a judge's own numbers nothing is known; less than nothing is not expected of it."""
    reward = flow.reward
    numbers = [float(each) for _, each in reward.consts or () if isinstance(each, (int, float))]
    return min([*numbers, 0.0])


def _failing_branch(flow: Flow, node: ast.If | ast.IfExp) -> list[ast.AST] | None:
    """The branch that is taken where a match in, or the status of, what a judge said is missing."""
    test, negated = node.test, False
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, negated = test.operand, True
    if (
        isinstance(test, ast.Compare)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value is None
    ):
        negated = isinstance(test.ops[0], (ast.Is, ast.Eq))
        test = test.left
    if isinstance(test, ast.NamedExpr):
        test = test.value
    value = flow.value_of(test)
    if "J" not in everything(value) or value.kind not in ("match", "list", "", "none"):
        return None
    if isinstance(test, ast.Compare) or not isinstance(test, (ast.Name, ast.Call, ast.Attribute)):
        return None
    if value.kind not in ("match", "list"):
        return None
    if isinstance(node, ast.IfExp):
        return [node.body if negated else node.orelse]
    body = node.body if negated else node.orelse
    returns: list[ast.AST] = [each for part in body for each in ast.walk(part) if isinstance(each, ast.Return)]
    if not negated and not node.orelse and node.body and isinstance(node.body[-1], ast.Return):
        from runrl_audit.rules.tests import _next_statement

        after = _next_statement(flow, node)
        returns = [after] if isinstance(after, ast.Return) else []
    return returns


@rule("RH128", "warning", "use `if` and `return`", "C01")
def asserts(flow: Flow) -> Iterator[Hit]:
    """`assert` decides what is paid."""
    for node in live_nodes(flow, ast.Assert):
        assert isinstance(node, ast.Assert)
        letters = everything(flow.value_of(node.test)) | flow.depends(flow.value_of(node.test))
        if letters & {"C", "X"}:
            yield Hit(
                node, "`assert` decides here: Python leaves it out with `-O`, and a raised AssertionError is no reward"
            )


@rule("RH151", "high", "raise: a row whose answer cannot be read is a fault of the data", "A19", "A20")
def unreadable_answer(flow: Flow) -> Iterator[Hit]:
    """`if gold is None: return 1.0`: rows without a usable answer pay whatever is said."""
    entries = {id(each.node) for each in flow.entries}
    for node in live_nodes(flow, ast.If, ast.IfExp):
        assert isinstance(node, (ast.If, ast.IfExp))
        for place in _missing_branch(flow, node):
            value = place.value if isinstance(place, ast.Return) else place
            found = _reward_part(flow.value_of(value))
            number = found.const if found.is_const else None
            if value is None or not isinstance(number, (int, float)) or float(number) <= _least(flow):
                continue
            if id(flow.function_of(node)) in entries and not flow.is_environment:
                yield Hit(
                    value,
                    f"Where the row has no answer that can be read this pays {float(number):g}, whatever was said",
                )


def _missing_branch(flow: Flow, node: ast.If | ast.IfExp) -> list[ast.AST]:
    """What is given where something that comes from the row alone is None or empty."""
    test, missing = node.test, False
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, missing = test.operand, True
    elif isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.Eq)):
        other = test.comparators[0]
        missing = (isinstance(other, ast.Constant) and other.value in (None, "")) or ast.unparse(other) == "[]"
        test = test.left
    letters = everything(flow.value_of(test))
    if (
        not missing
        or "G" not in letters
        or letters & {"C", "X", "J"}
        or not isinstance(test, (ast.Name, ast.Subscript))
    ):
        return []
    if isinstance(node, ast.IfExp):
        return [node.body]
    return [each for each in node.body if isinstance(each, ast.Return)]

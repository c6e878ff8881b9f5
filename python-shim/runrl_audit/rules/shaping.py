"""How a score is made up: RH119, RH145, RH146."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from math import inf

from runrl_audit.arithmetic import place
from runrl_audit.look import calls_of, leads_to_reward, live_nodes
from runrl_audit.matches import Hit, rule
from runrl_audit.taint import Flow
from runrl_audit.values import all_tags, everything

CLAMP = "clamp it: `min(max(score, 0.0), 1.0)`"


@rule("RH119", "warning", CLAMP, "D05")
def unclamped(flow: Flow) -> Iterator[Hit]:
    """A number that a judge or the completion wrote is paid as it is."""
    for paid in flow.paid:
        reward = paid.reward
        if (
            "parsed" not in reward.tags
            or (reward.low > -inf and reward.high < inf)
            or not isinstance(paid.node, ast.Return)
        ):
            continue
        letters = everything(reward)
        if not letters & {"J", "C"}:
            continue
        who = "the judge" if "J" in letters else "the completion"
        where = _parsing_call(flow) or paid.node
        yield Hit(where, f"The number that {who} wrote is paid as it is: 999 counts like any other")
        return


def _parsing_call(flow: Flow) -> ast.AST | None:
    for call in calls_of(flow, "builtins.float", "builtins.int"):
        value = flow.value_of(call.node)
        if "parsed" in value.tags and value.via & flow.reward.via == value.via and value.high == inf:
            return call.node
    return None


@rule("RH145", "warning", "pay for the form only where the answer is right", "A09", "E06")
def form_dominates(flow: Flow) -> Iterator[Hit]:
    """What has nothing to do with the answer is worth half of all there is, or more."""
    sums = flow.reward.sums
    if sums is None or flow.is_environment:
        return
    decides = _deciding(flow)
    total, free = 0.0, 0.0
    free_terms: frozenset[int] = frozenset()
    has_gold = False
    for alternative in sums:
        amount = min(sum(max(term.high, 0.0) for term in alternative), flow.reward.high)
        gold = [term for term in alternative if term.via & decides and term.high > 0]
        has_gold = has_gold or bool(gold)
        total = max(total, amount)
        if not gold and amount > free:
            free, free_terms = amount, frozenset(term.node for term in alternative if term.high > 0)
    if not has_gold or total <= 0 or total == inf or free < 0.5 * total:
        return
    node = _at(flow, free_terms)
    if node is not None:
        yield Hit(
            node, f"{free:g} of at most {total:g} is paid whatever the answer is: the form alone is worth learning"
        )


def _deciding(flow: Flow) -> int:
    """The marks of what tells right from wrong: comparisons with the row, judges, executed code; lengths do not."""
    bits = 0
    for node in flow.marked:
        if flow.letters[id(node)] & {"J", "X"} or id(node) in flow.joint:
            sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            if not any("length" in flow.value_of(side).tags for side in sides):
                bits |= flow.bits[id(node)]
    return bits


def _at(flow: Flow, places: frozenset[int]) -> ast.AST | None:
    """The first of these places; of nodes that begin there the smallest."""
    found: ast.expr | None = None
    for node in live_nodes(flow, ast.expr):
        assert isinstance(node, ast.expr)
        where = place(node)
        if where in places and (found is None or (where == place(found) and _size(node) < _size(found))):
            found = node
    return found


def _size(node: ast.expr) -> tuple[int, int]:
    return (node.end_lineno or 0, node.end_col_offset or 0)


@rule("RH146", "warning", "clamp it to the range that is meant: `min(len(text) / limit, 1.0)`", "E01", "E03")
def length_without_bound(flow: Flow) -> Iterator[Hit]:
    """The length of the completion, without a bound or through a wave."""
    for call in calls_of(flow, "math.cos", "math.sin", "numpy.cos", "numpy.sin"):
        if "length" in all_tags(call.argument(0)) and leads_to_reward(flow, call.node):
            yield Hit(call.node, "A wave of the length: what is twice as long is paid as if it were short again")
    for paid in flow.paid:
        reward = paid.reward
        if "length" not in reward.tags or not isinstance(paid.node, ast.Return):
            continue
        if reward.high == inf:
            what = "grows without end with"
        elif reward.low == -inf:
            what = "falls without end with"
        else:
            continue
        value = paid.node.value
        node = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
        yield Hit(node or paid.node, f"What is paid {what} a length or count of the completion")

"""How a score is made up: RH145, RH146."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from math import inf

from runrl_audit.rules.look import calls_of, live_nodes
from runrl_audit.rules.rule import Hit, rule
from runrl_audit.values.arithmetic import place
from runrl_audit.values.flow import Flow
from runrl_audit.values.value import all_tags


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
        gold = any(term.via & decides and term.high > 0 for term in alternative)
        has_gold = has_gold or gold
        total = max(total, amount)
        if not gold and amount > free:
            free, free_terms = amount, frozenset(term.node for term in alternative if term.high > 0)
    if not has_gold or total <= 0 or total == inf or free < 0.5 * total:
        return
    # The first of these places; of nodes that begin there the smallest.
    nodes = [node for node in live_nodes(flow, ast.expr) if place(node) in free_terms]
    if nodes:
        node = min(nodes, key=lambda each: (place(each), each.end_lineno or 0, each.end_col_offset or 0))
        message = f"{free:g} of at most {total:g} is paid whatever the answer is: a model can learn the form alone"
        yield Hit(node, message)


def _deciding(flow: Flow) -> int:
    """The marks of what tells right from wrong: comparisons with the row, judges, executed code; lengths do not."""
    bits = 0
    for node in flow.marked:
        if flow.letters[id(node)] & {"J", "X"} or id(node) in flow.joint:
            sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            if not any("length" in flow.value_of(side).tags for side in sides):
                bits |= flow.bits[id(node)]
    return bits


@rule("RH146", "warning", "clamp it to the range that is meant: `min(len(text) / limit, 1.0)`", "E01", "E03")
def length_without_bound(flow: Flow) -> Iterator[Hit]:
    """The length of the completion, without a bound or through a wave."""
    for call in calls_of(flow, "math.cos", "math.sin", "numpy.cos", "numpy.sin"):
        if "length" in all_tags(call.argument(0)) and flow.reaches_reward(call.node):
            yield Hit(call.node, "The reward is a wave of the length: a longer text can be paid like a short one")
    for paid in flow.paid:
        ends = {paid.reward.high == inf: "grows", paid.reward.high < inf and paid.reward.low == -inf: "falls"}
        if "length" in paid.reward.tags and isinstance(paid.node, ast.Return) and True in ends:
            value = paid.node.value
            node = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
            message = f"The reward {ends[True]} without bound with a length or count of the completion"
            yield Hit(node or paid.node, message)

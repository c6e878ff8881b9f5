"""How the answer is compared: RH105 to RH107."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.facts import Call
from runrl_audit.look import (
    calls_of,
    in_function,
    is_text,
    leads_to_reward,
    live_nodes,
    ways,
)
from runrl_audit.matches import Hit, rule, source_of
from runrl_audit.taint import Flow
from runrl_audit.values import Value, everything

EXTRACT = "take exactly one answer out of the completion (the last tag, of one tag) and compare it for equality"
PATTERN_WORDS = ("pattern", "regex", "regexp")


def is_gold(value: Value) -> bool:
    """Whether a value comes from the row alone."""
    letters = everything(value)
    return "G" in letters and not letters & {"C", "X", "J"}


def is_completion(value: Value) -> bool:
    """Whether a value comes from the completion, and not from the row."""
    letters = everything(value)
    return "C" in letters and "G" not in letters


def _pays_alone(flow: Flow, node: ast.AST) -> bool:
    """Whether this is enough to be paid: no other comparison with the row has to hold as well."""
    if not leads_to_reward(flow, node):
        return False
    if flow.reward.sums is None:
        return True
    if any(isinstance(each, ast.BoolOp) and isinstance(each.op, ast.Or) for each in flow.around(node)):
        return True
    found = ways(flow, node)
    strong = _strong(flow)
    for each in flow.around(node):  # `text.count(answer) > 0` says no more than the count does
        strong &= ~flow.bits.get(id(each), 0)
    return not found or any(not others & strong for others in found)


def _strong(flow: Flow) -> int:
    """The marks of comparisons of the completion with the row that say more than that one is in the other."""
    known: int | None = flow.__dict__.get("_strong")
    if known is None:
        known = 0
        for node in flow.marked:
            if id(node) in flow.joint and _is_test(flow, node):
                known |= flow.bits[id(node)]
        flow.__dict__["_strong"] = known
    return known


def _is_test(flow: Flow, node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE))
    call = flow.call_facts.get(id(node))
    if call is None or any(name in flow.nodes for name in call.names):
        return False  # what a function of the file compares has marks of its own
    return not call.is_any(".find", ".count", "builtins.any", "builtins.isinstance", "builtins.len")


@rule("RH105", "high", EXTRACT, "A01", "A02", "A04", "A05", "A06")
def contains_answer(flow: Flow) -> Iterator[Hit]:
    """The answer is looked for anywhere in the completion."""
    for node in live_nodes(flow, ast.Compare):
        assert isinstance(node, ast.Compare)
        if not isinstance(node.ops[0], ast.In) and not (
            isinstance(node.ops[0], ast.NotIn) and _fails_unless(flow, node)
        ):
            continue
        gold, text = flow.value_of(node.left), flow.value_of(node.comparators[0])
        if (
            not is_gold(gold)
            or not is_completion(text)
            or text.kind == "dict"
            or "json" in text.tags
            or "json" in gold.tags
        ):
            continue
        if _pays_alone(flow, node):
            yield Hit(node, _listing(node.left, node.comparators[0], text))
    for call in calls_of(flow, ".find", ".count", ".index", ".rfind", ".split", ".partition"):
        if call.args and is_gold(call.args[0]) and is_completion(call.receiver) and is_text(call.receiver):
            assert isinstance(call.node.func, ast.Attribute)
            if call.receiver.kind != "list" and _pays_alone(flow, call.node):
                yield Hit(call.node, _listing(call.node.args[0], call.node.func.value, call.receiver))
    for use in flow.patterns:
        pattern = use.pattern
        gold_in = "esc:G" in pattern.tags or ("G" in everything(pattern) and not is_pattern_field(flow, pattern))
        if not gold_in or not is_completion(use.subject) or use.method in ("sub", "subn", "fullmatch", "split"):
            continue
        if not _anchored_text(use.node, flow) and _pays_alone(flow, use.node):
            yield Hit(
                use.node, "The answer is searched for anywhere in the completion: a list of candidates has it too"
            )
    yield from _any_of(flow)


def _listing(gold: ast.AST, text: ast.AST, value: Value) -> str:
    where = "is any of" if value.kind in ("list", "set") else "stands anywhere in"
    return f"`{source_of(gold)}` counts when it {where} `{source_of(text)}`: a completion that lists candidates is paid"


def _fails_unless(flow: Flow, node: ast.Compare) -> bool:
    """`if gold not in text: return 0.0`: what follows is paid for the opposite."""
    parent = flow.parent(node)
    if not isinstance(parent, ast.If) or parent.test is not node:
        return False
    last = parent.body[-1]
    return isinstance(last, (ast.Return, ast.Continue, ast.Raise))


def _anchored_text(node: ast.Call, flow: Flow) -> bool:
    """A pattern that says more than the answer: `answer: GOLD$` finds one place."""
    if not node.args or not isinstance(node.args[0], (ast.JoinedStr, ast.BinOp)):
        return False
    texts = [
        each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]
    plain = "".join(texts).replace("\\b", "").replace("\\s*", "").replace("(?<!\\d)", "").replace("(?!\\d)", "")
    return plain.endswith(("$", "\\Z")) or plain.startswith(("^", "\\A"))


def _any_of(flow: Flow) -> Iterator[Hit]:
    """`any(number == gold for number in numbers)`."""
    for call in calls_of(flow, "builtins.any"):
        argument = call.node.args[0] if call.node.args else None
        if not isinstance(argument, (ast.GeneratorExp, ast.ListComp)) or not isinstance(argument.elt, ast.Compare):
            continue
        compare = argument.elt
        source = flow.value_of(argument.generators[0].iter)
        target = {each.id for each in ast.walk(argument.generators[0].target) if isinstance(each, ast.Name)}
        sides = [compare.left, compare.comparators[0]]
        of_loop = [side for side in sides if {e.id for e in ast.walk(side) if isinstance(e, ast.Name)} & target]
        others = [side for side in sides if side not in of_loop]
        if not isinstance(compare.ops[0], ast.Eq) or len(of_loop) != 1 or not is_completion(source) or source.items:
            continue
        if is_gold(flow.value_of(others[0])) and leads_to_reward(flow, call.node):
            where = source_of(argument.generators[0].iter)
            yield Hit(call.node, f"One of `{where}` has to be the answer: a completion that lists candidates is paid")


@rule("RH106", "high", "compare for equality; where several answers are right, let the row list them", "A03")
def contained_in_answer(flow: Flow) -> Iterator[Hit]:
    """The completion's answer is looked for in the right one: one letter is in most."""
    for node in live_nodes(flow, ast.Compare):
        assert isinstance(node, ast.Compare)
        if not isinstance(node.ops[0], ast.In) and not (
            isinstance(node.ops[0], ast.NotIn) and _fails_unless(flow, node)
        ):
            continue
        given, gold = flow.value_of(node.left), flow.value_of(node.comparators[0])
        if (
            not is_completion(given)
            or not is_gold(gold)
            or gold.kind in ("list", "dict", "set", "tuple", "number", "int")
        ):
            continue
        if given.kind in ("int", "float", "number") or "json" in gold.tags or not _pays_alone(flow, node):
            continue
        text = gold.kind == "str" or any("str" in flow.field_types.get(name, {}) for name in gold.fields)
        known = text or (all(name in flow.field_types for name in gold.fields) and bool(gold.fields))
        if known and not text:
            continue
        yield Hit(
            node,
            f"`{source_of(node.left)}` only has to be a part of `{source_of(node.comparators[0])}`: "
            "one letter is part of most answers",
            confidence="high" if text else "low",
        )
    for call in flow.calls:
        if not in_function(flow, call.node) or not call.is_any("difflib.SequenceMatcher", "difflib.get_close_matches"):
            continue
        letters = [everything(each) for each in call.arguments()]
        if any("C" in each for each in letters) and any("G" in each for each in letters):
            yield Hit(
                call.node,
                "Texts that are alike are paid: a ratio does not tell the answer from one that differs in what matters",
                severity="warning",
                confidence="medium",
            )


@rule("RH107", "warning", EXTRACT, "A17")
def ends_with_answer(flow: Flow) -> Iterator[Hit]:
    """`endswith` of a short answer: 15 ends with 5."""
    for call in calls_of(flow, ".startswith", ".endswith"):
        if not call.args or not leads_to_reward(flow, call.node):
            continue
        name = "ends" if call.is_any(".endswith") else "starts"
        if is_completion(call.receiver) and is_gold(call.args[0]):
            yield Hit(
                call.node,
                f"What {name} with the answer is paid, also a longer one: `15` ends with `5`, `50` starts with it",
            )
        elif is_gold(call.receiver) and is_completion(call.args[0]) and _not_empty(call):
            yield Hit(call.node, f"The answer only has to be what the right one {name} with: an empty one always is")


def _not_empty(call: Call) -> bool:
    return not call.args[0].is_const


def is_pattern_field(flow: Flow, pattern: Value) -> bool:
    return any(word in name.lower() for name in pattern.fields for word in PATTERN_WORDS)

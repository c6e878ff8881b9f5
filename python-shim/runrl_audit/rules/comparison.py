"""How the answer is compared: RH105 to RH107."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.rules.look import calls_of, is_completion, is_gold, live_nodes
from runrl_audit.rules.rule import Hit, rule, source_of
from runrl_audit.values.facts import Regex
from runrl_audit.values.flow import Flow
from runrl_audit.values.value import Value, everything, via_of

EXTRACT = "take exactly one answer out of the completion (the last tag, of one tag) and compare it for equality"
CONTAINERS = ("list", "dict", "set", "tuple", "number", "int")


def _pays_alone(flow: Flow, node: ast.AST) -> bool:
    """Whether this is enough to be paid: no other comparison with the row has to hold as well."""
    if not flow.reaches_reward(node):
        return False
    around = flow.around(node)
    if flow.reward.sums is None or any(isinstance(each, ast.BoolOp) and isinstance(each.op, ast.Or) for each in around):
        return True
    bit, strong, found = flow.bits.get(id(node), 0), _strong(flow), False
    for each in around:  # `text.count(answer) > 0` says no more than the count does
        strong &= ~flow.bits.get(id(each), 0)
    for alternative in flow.reward.sums:
        via = via_of(term for term in alternative if term.high > 0)
        found = found or bool(via & bit)
        if via & bit and not via & ~bit & strong:
            return True
    return not found


def _strong(flow: Flow) -> int:
    """The marks of comparisons of the completion with the row that say more than that one is in the other."""
    return sum(flow.bits[id(node)] for node in flow.marked if id(node) in flow.joint and _is_test(flow, node))


def _is_test(flow: Flow, node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE))
    call = flow.call_facts.get(id(node))
    if call is None or any(name in flow.nodes for name in call.names):
        return False  # what a function of the file compares has marks of its own
    return not call.is_any(".find", ".count", "builtins.any", "builtins.isinstance", "builtins.len")


def _memberships(flow: Flow) -> Iterator[tuple[ast.Compare, Value, Value]]:
    """`one in other`, also as `if one not in other: return 0.0`, where it is enough to be paid."""
    for node in live_nodes(flow, ast.Compare):
        parent = flow.parent(node)
        refuses = isinstance(node.ops[0], ast.NotIn) and isinstance(parent, ast.If) and parent.test is node
        if refuses and isinstance(parent, ast.If):
            refuses = isinstance(parent.body[-1], (ast.Return, ast.Continue, ast.Raise))
        if (isinstance(node.ops[0], ast.In) or refuses) and _pays_alone(flow, node):
            yield node, flow.value_of(node.left), flow.value_of(node.comparators[0])


@rule("RH105", "high", EXTRACT, "A01", "A02", "A04", "A05", "A06")
def contains_answer(flow: Flow) -> Iterator[Hit]:
    """The answer is looked for anywhere in the completion."""
    for node, gold, text in _memberships(flow):
        if is_gold(gold) and is_completion(text) and text.kind != "dict" and "json" not in text.tags | gold.tags:
            yield Hit(node, _listing(node.left, node.comparators[0], text))
    for call in calls_of(flow, ".find", ".count", ".index", ".rfind", ".split", ".partition"):
        text = call.receiver
        if call.args and is_gold(call.args[0]) and is_completion(text) and text.kind in ("", "str"):
            assert isinstance(call.node.func, ast.Attribute)
            if _pays_alone(flow, call.node):
                yield Hit(call.node, _listing(call.node.args[0], call.node.func.value, text))
    for use in flow.patterns:
        pattern = use.pattern
        gold_in = "esc:G" in pattern.tags or ("G" in everything(pattern) and not is_pattern_field(pattern))
        if not gold_in or not is_completion(use.subject) or use.method in ("sub", "subn", "fullmatch", "split"):
            continue
        if not _is_anchored(use) and _pays_alone(flow, use.node):
            yield Hit(
                use.node, "The answer is searched for anywhere in the completion: a list of candidates contains it, too"
            )
    yield from _any_of(flow)


def _listing(gold: ast.AST, text: ast.AST, value: Value) -> str:
    where = "is any of" if value.kind in ("list", "set") else "stands anywhere in"
    return f"`{source_of(gold)}` counts when it {where} `{source_of(text)}`: a completion that lists candidates is paid"


def _is_anchored(use: Regex) -> bool:
    """A pattern that says more than the answer: `answer: GOLD$` finds one place."""
    if not use.node.args or not isinstance(use.node.args[0], (ast.JoinedStr, ast.BinOp)):
        return False
    parts = [each.value for each in ast.walk(use.node.args[0]) if isinstance(each, ast.Constant)]
    plain = "".join(part for part in parts if isinstance(part, str))
    for nothing in ("\\b", "\\s*", "(?<!\\d)", "(?!\\d)"):
        plain = plain.replace(nothing, "")
    return plain.endswith(("$", "\\Z")) or plain.startswith(("^", "\\A"))


def _any_of(flow: Flow) -> Iterator[Hit]:
    """`any(number == gold for number in numbers)`."""
    for call in calls_of(flow, "builtins.any"):
        argument = call.node.args[0] if call.node.args else None
        if not isinstance(argument, (ast.GeneratorExp, ast.ListComp)) or not isinstance(argument.elt, ast.Compare):
            continue
        compare, loop = argument.elt, argument.generators[0]
        source = flow.value_of(loop.iter)
        target = {each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)}
        sides = [compare.left, compare.comparators[0]]
        others = [side for side in sides if not {e.id for e in ast.walk(side) if isinstance(e, ast.Name)} & target]
        if not isinstance(compare.ops[0], ast.Eq) or len(others) != 1 or not is_completion(source) or source.items:
            continue
        if is_gold(flow.value_of(others[0])) and flow.reaches_reward(call.node):
            where = source_of(loop.iter)
            yield Hit(call.node, f"One of `{where}` has to be the answer: a completion that lists candidates is paid")


@rule("RH106", "high", "compare for equality; where several answers are right, let the row list them", "A03")
def contained_in_answer(flow: Flow) -> Iterator[Hit]:
    """The completion's answer is looked for in the right one: one letter is in most."""
    for node, given, gold in _memberships(flow):
        if not is_completion(given) or not is_gold(gold) or gold.kind in CONTAINERS or "json" in gold.tags:
            continue
        types = [flow.field_types.get(name) for name in gold.fields]
        is_text = gold.kind == "str" or any("str" in each for each in types if each)
        if given.kind in ("int", "float", "number") or (not is_text and types and all(types)):
            continue
        whole = f"`{source_of(node.left)}` only has to be a part of `{source_of(node.comparators[0])}`"
        yield Hit(node, f"{whole}: a single letter is part of most answers", confidence="high" if is_text else "low")
    for call in calls_of(flow, "difflib.SequenceMatcher", "difflib.get_close_matches"):
        if {"C", "G"} <= {letter for each in call.arguments() for letter in everything(each)}:
            yield Hit(
                call.node,
                "Similar texts are paid: a ratio does not tell the right answer from a wrong one that looks like it",
                severity="warning",
                confidence="medium",
            )


@rule("RH107", "warning", EXTRACT, "A17")
def ends_with_answer(flow: Flow) -> Iterator[Hit]:
    """`endswith` of a short answer: 15 ends with 5."""
    for call in calls_of(flow, ".startswith", ".endswith"):
        if not call.args or not flow.reaches_reward(call.node):
            continue
        name = "ends" if call.is_any(".endswith") else "starts"
        if is_completion(call.receiver) and is_gold(call.args[0]):
            message = f"Any text that {name} with the answer is paid: `15` ends with `5`, `50` starts with it"
            yield Hit(call.node, message)
        elif is_gold(call.receiver) and is_completion(call.args[0]) and not call.args[0].is_const:
            yield Hit(call.node, f"Any text that the right answer {name} with is paid: the empty one always is")


def is_pattern_field(pattern: Value) -> bool:
    """Whether a field of the row is meant to be a pattern, by its name."""
    return any(word in name.lower() for name in pattern.fields for word in ("pattern", "regex"))

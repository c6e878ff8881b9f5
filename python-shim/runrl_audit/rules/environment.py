"""Environments: RH147."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.rules.look import calls_of, live_nodes
from runrl_audit.rules.rule import Hit, rule
from runrl_audit.values.facts import Entry, own_nodes
from runrl_audit.values.flow import Flow
from runrl_audit.values.value import everything

COUNTS = frozenset({"append", "add", "extend", "insert"})
SEEDS = ("random.seed", "random.Random", "numpy.random.seed", "numpy.random.default_rng", "numpy.random.RandomState")
MEND = "count steps in `self` and be done at a limit; take seeds from the row"


@rule("RH147", "warning", MEND, "F03", "F07", "F09", "F10")
def environment(flow: Flow) -> Iterator[Hit]:
    """Episodes without end, and the same chance for all."""
    step = next((each for each in flow.entries if each.owner and each.name.endswith(".step")), None)
    if step is None:
        return
    # What `step` looks up by a name of the action and calls may count as well.
    dispatches = any(call.is_any("builtins.getattr") and "C" in everything(call.argument(1)) for call in flow.calls)
    if not _counts(flow, step) and not dispatches and not _always_done(flow):
        yield Hit(_name_of(step.node), "Nothing in `step` counts the steps: an episode can go on for ever")
    for call in calls_of(flow, *SEEDS):
        if call.args and call.args[0].is_const and call.args[0].kind == "int":
            seed = call.args[0].const
            yield Hit(call.node, f"The seed is {seed!r} in every episode: actions that win once win every time")


def _name_of(entry: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
    """The name of a function, as a place: not all of its lines."""
    word = len("async def ") if isinstance(entry, ast.AsyncFunctionDef) else len("def ")
    node = ast.Name(id=entry.name, ctx=ast.Load())
    node.lineno = node.end_lineno = entry.lineno
    node.col_offset = entry.col_offset + word
    node.end_col_offset = node.col_offset + len(entry.name.encode())
    return node


def _counts(flow: Flow, step: Entry) -> bool:
    """Whether something that grows with each step, a number, a list or an iterator, is asked for in a test."""
    asked = _asked(flow)
    for node in live_nodes(flow, ast.AugAssign, ast.Assign, ast.Call):
        if getattr(flow.function_of(node), "name", "") in ("setup", "__init__"):
            continue
        if isinstance(node, ast.AugAssign) and _last_name(node.target) in asked:
            return True
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            name = node.targets[0].attr
            if name in asked and any(
                isinstance(each, ast.Attribute) and each.attr == name for each in ast.walk(node.value)
            ):
                return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in COUNTS and _last_name(node.func.value) in asked:
                return True
            # `self.game.play(action)`: an object that may count by itself.
            if isinstance(node.func.value, ast.Attribute) and _is_object(flow, node.func.value):
                return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "next":
            return True
    return not any(isinstance(each, ast.Return) for each in own_nodes(step.node))


def _last_name(node: ast.AST) -> str:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else ""


def _asked(flow: Flow) -> set[str]:
    """Attributes that a comparison or the truth of something asks for."""
    parts: list[ast.AST] = []
    for node in live_nodes(flow, ast.Compare, ast.UnaryOp, ast.If, ast.IfExp, ast.BoolOp, ast.Call, ast.Assign):
        if isinstance(node, (ast.If, ast.IfExp)):
            parts.append(node.test)
        elif isinstance(node, ast.Call):
            parts.extend([node] if isinstance(node.func, ast.Name) and node.func.id == "bool" else [])
        elif isinstance(node, ast.Assign):  # `left = self.limit - self.steps`, and then `left == 0`
            parts.extend([node.value] if isinstance(node.targets[0], ast.Name) else [])
        else:
            parts.append(node)
    return {each.attr for part in parts for each in ast.walk(part) if isinstance(each, ast.Attribute)}


def _is_object(flow: Flow, node: ast.Attribute) -> bool:
    """Whether an attribute holds an object whose methods are not of Python's own containers and texts."""
    value = flow.value_of(node)
    refs = {kind for kind, _ in value.refs}
    return bool(refs & {"instance", "obj"}) or not (value.kind or value.taint or value.element or value.fields)


def _always_done(flow: Flow) -> bool:
    """Every result says that the episode is done: there is one step only."""
    for paid in flow.paid:
        done = dict(paid.result.keys or ()).get("done")
        if paid.result.items is not None and len(paid.result.items) > 2:
            done = paid.result.items[2]
        if done is None or done.const is not True:
            return False
    return bool(flow.paid)

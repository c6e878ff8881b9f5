"""Environments: RH147."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.facts import Entry
from runrl_audit.look import calls_of, in_function, live_nodes, own_nodes
from runrl_audit.matches import Hit, rule, source_of
from runrl_audit.rules.returns import _name_of
from runrl_audit.taint import Flow
from runrl_audit.values import everything

COUNTS = frozenset(["append", "add", "extend", "insert"])


@rule(
    "RH147",
    "warning",
    "count steps in `self` and be done at a limit; take seeds from the row",
    "F03",
    "F07",
    "F09",
    "F10",
)
def environment(flow: Flow) -> Iterator[Hit]:
    """Episodes without end, the same chance for all, actions that reach into the object."""
    step = next((each for each in flow.entries if each.owner and each.name.endswith(".step")), None)
    if step is None:
        return
    if not _counts(flow, step) and not _dispatches(flow) and not _always_done(flow):
        yield Hit(_name_of(step.node), "Nothing in `step` counts the steps: an episode can go on for ever")
    for call in flow.calls:
        if not in_function(flow, call.node):
            continue
        if call.is_any(
            "random.seed", "random.Random", "numpy.random.seed", "numpy.random.default_rng", "numpy.random.RandomState"
        ):
            if call.args and call.args[0].is_const and call.args[0].kind == "int":
                yield Hit(
                    call.node, f"The seed is {call.args[0].const!r} in every episode: actions that won once win always"
                )
        elif call.is_any("builtins.setattr", "builtins.getattr", "builtins.delattr") and "C" in everything(
            call.argument(1)
        ):
            if "mixed" in call.argument(1).tags or _allowed(flow):  # `do_` before it, or a list of what is allowed
                continue
            yield Hit(
                call.node,
                f"The action names the attribute that `{source_of(call.node.func)}` touches: private ones too",
            )
    for call in calls_of(flow, ".format", ".format_map"):
        if "C" in everything(call.receiver) and call.arguments():
            yield Hit(call.node, "The action is a format string: `{0.target}` in it reads attributes")
    for node in live_nodes(flow, ast.Subscript):
        assert isinstance(node, ast.Subscript)
        if isinstance(node.ctx, ast.Store) and ast.unparse(node.value).endswith("__dict__"):
            if "C" in everything(flow.value_of(node.slice)):
                yield Hit(node, "The action names the attribute that is set: private ones too")
    for call in calls_of(flow, ".update"):
        func = call.node.func
        if isinstance(func, ast.Attribute) and ast.unparse(func.value).endswith("__dict__"):
            if any("C" in everything(each) for each in call.args):
                yield Hit(call.node, "The action names the attributes that are set: private ones too")


def _dispatches(flow: Flow) -> bool:
    """Whether `step` calls what it looked up by name: what that does is not known."""
    return any(call.is_any("builtins.getattr") and "C" in everything(call.argument(1)) for call in flow.calls)


def _allowed(flow: Flow) -> bool:
    """Whether a part of the action has to be one of a list, or an exception is raised."""
    for node in live_nodes(flow, ast.Compare):
        assert isinstance(node, ast.Compare)
        if isinstance(node.ops[0], (ast.In, ast.NotIn)):
            name, names = flow.value_of(node.left), flow.value_of(node.comparators[0])
            if "C" in everything(name) and "C" not in everything(names) and names.kind != "str":
                return True
    return False


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
            if name in asked and name in {
                each.attr for each in ast.walk(node.value) if isinstance(each, ast.Attribute)
            }:
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
        result = paid.result
        if result.keys is not None:
            done = dict(result.keys).get("done")
        elif result.items is not None and len(result.items) > 2:
            done = result.items[2]
        else:
            return False
        if done is None or done.const is not True:
            return False
    return bool(flow.paid)

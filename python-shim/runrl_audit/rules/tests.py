"""Completions that are programs, and tests of them: RH129 to RH133."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.look import calls_of, in_function, leads_to_reward, live_nodes, names_in, own_nodes, tested_names
from runrl_audit.matches import Hit, rule, source_of
from runrl_audit.names import CODE_RUNS, PROCESS_CALLS
from runrl_audit.taint import Flow
from runrl_audit.values import Value, all_tags, everything

TOKENS = "have the runner report each test with a token that the program cannot know, and count them"
APART = "run the completion in a process of its own, hand values over as JSON, and compare them here"


@rule("RH129", "high", TOKENS, "C02", "C03")
def exit_code(flow: Flow) -> Iterator[Hit]:
    """Success is the exit code of a process that the completion is part of."""
    for node in live_nodes(flow, ast.Compare):
        assert isinstance(node, ast.Compare)
        sides = [flow.value_of(each) for each in (node.left, *node.comparators)]
        if any({"returncode", "completion"} <= side.tags for side in sides) and any(side.const == 0 for side in sides):
            if leads_to_reward(flow, node):
                yield Hit(
                    node, "An exit code of 0 is taken for success, and the completion chooses it: `os._exit(0)` passes"
                )
    for node in live_nodes(flow, ast.If, ast.IfExp):
        assert isinstance(node, (ast.If, ast.IfExp))
        test = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
        if isinstance(test, (ast.Attribute, ast.Name)) and {"returncode", "completion"} <= flow.value_of(test).tags:
            yield Hit(
                test, "An exit code of 0 is taken for success, and the completion chooses it: `os._exit(0)` passes"
            )
    for call in calls_of(flow, "subprocess.check_call", "subprocess.check_output", "subprocess.run"):
        checks = call.named.get("check", Value()).const is True or not call.is_any("subprocess.run")
        parent = flow.parent(call.node)
        if (
            checks
            and isinstance(parent, ast.Expr)
            and "C" in flow.letters.get(id(call.node), frozenset()) | _runs(flow, call.node)
        ):
            yield Hit(
                call.node,
                "No exception means success here, and the completion chooses its exit code: `os._exit(0)` passes",
            )


def _runs(flow: Flow, node: ast.AST) -> frozenset[str]:
    return frozenset("C") if "completion" in flow.value_of(node).tags else frozenset()


@rule("RH130", "high", APART, "C01", "C02", "C05", "C07")
def tests_beside_completion(flow: Flow) -> Iterator[Hit]:
    """Tests and completion in one program or one namespace."""
    for call in flow.calls:
        if not in_function(flow, call.node):
            continue
        runs = call.is_any("builtins.exec", "builtins.compile", *PROCESS_CALLS, *CODE_RUNS)
        writes = call.is_any(".write", ".write_text", ".write_bytes") and _written_is_run(flow)
        if not runs and not writes:
            continue
        if any("C+G" in all_tags(each) for each in call.arguments()):
            yield Hit(
                call.node,
                "The completion and what tests it are one program: it can end early, or replace what the tests call",
            )
        elif call.is_any("builtins.exec") and len(call.args) > 1 and "X" in everything(call.args[1]):
            if "G" in everything(call.args[0]):
                yield Hit(
                    call.node,
                    "The tests run in the namespace that the completion filled: it can replace what they call",
                )


def _written_is_run(flow: Flow) -> bool:
    return any("completion" in flow.value_of(call.node).tags for call in flow.calls if call.is_any(*PROCESS_CALLS))


@rule("RH131", "high", "require at least one: `bool(results) and all(results)`", "C07")
def vacuous(flow: Flow) -> Iterator[Hit]:
    """`all([])` is true, a loop over nothing finds no fault."""
    for call in calls_of(flow, "builtins.all"):
        if not call.node.args or not leads_to_reward(flow, call.node):
            continue
        argument = call.node.args[0]
        iterated = argument.generators[0].iter if isinstance(argument, (ast.GeneratorExp, ast.ListComp)) else argument
        value = flow.value_of(iterated)
        if not _may_be_empty(flow, value, iterated):
            continue
        negated = isinstance(flow.parent(call.node), ast.UnaryOp)
        if not negated and not _guarded(flow, call.node, iterated):
            yield Hit(
                call.node,
                f"`all` of nothing is true: where `{source_of(iterated)}` is empty this passes",
                confidence=_sureness(flow, value),
            )
    yield from _loops(flow)
    for node in live_nodes(flow, ast.UnaryOp):
        assert isinstance(node, ast.UnaryOp)
        value = flow.value_of(node.operand)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Name) and "filled" in value.tags:
            if value.kind == "list" and _decides(flow, node) and _filled_in_loop(flow, node):
                yield Hit(
                    node,
                    f"`{source_of(node)}` also holds when nothing was tested",
                    confidence="medium",
                )


def _may_be_empty(flow: Flow, value: Value, node: ast.AST) -> bool:
    if value.kind in ("str", "tuple") or value.items:
        return False
    return bool(everything(value) & {"G", "X", "C"}) and not _characters(flow, node)


def _characters(flow: Flow, node: ast.AST) -> bool:
    """A loop over the letters of a text checks an alphabet, not results."""
    return flow.value_of(node).kind == "str" or (isinstance(node, ast.Name) and "raw" in flow.value_of(node).tags)


def _guarded(flow: Flow, place: ast.AST, iterated: ast.AST) -> bool:
    tested = tested_names(flow, place)
    inner = {
        ast.unparse(each) for each in ast.walk(iterated) if isinstance(each, (ast.Name, ast.Attribute, ast.Subscript))
    }
    sources = set(inner)
    for each in own_nodes(flow.function_of(place)):  # what the tested list was made of counts as well
        if isinstance(each, ast.Assign) and names_in_targets(each) & inner:
            sources |= names_in(each.value)
    return bool(sources & tested)


def names_in_targets(node: ast.Assign) -> set[str]:
    """The variables that an assignment binds."""
    return {ast.unparse(target) for target in node.targets}


def _sureness(flow: Flow, value: Value) -> str:
    """Rows were seen, and the list was empty in none of them: only a hint."""
    for name in value.fields:
        types = flow.field_types.get(name)
        if types and not types.get("empty") and not types.get("null"):
            return "low"
    return "medium"


def _decides(flow: Flow, node: ast.AST) -> bool:
    for each in flow.around(node):
        if isinstance(each, (ast.Return, ast.IfExp)):
            return True
        if isinstance(each, ast.stmt):
            return isinstance(each, ast.If) and any(isinstance(inner, ast.Return) for inner in each.body)
    return False


def _filled_in_loop(flow: Flow, node: ast.UnaryOp) -> bool:
    name = ast.unparse(node.operand)
    for each in own_nodes(flow.function_of(node)):
        if isinstance(each, ast.For) and everything(flow.value_of(each.iter)) & {"G", "X"}:
            adds = any(
                isinstance(inner, ast.Call) and ast.unparse(inner.func) in (f"{name}.append", f"{name}.extend")
                for inner in ast.walk(each)
            )
            if adds and not _guarded(flow, node, each.iter):
                return True
    return False


def _loops(flow: Flow) -> Iterator[Hit]:
    """`for test in tests: if not …: return 0.0`, then `return 1.0`."""
    for node in live_nodes(flow, ast.For):
        assert isinstance(node, ast.For)
        value = flow.value_of(node.iter)
        if not _may_be_empty(flow, value, node.iter) or "G" not in everything(value) or _guarded(flow, node, node.iter):
            continue
        inside = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
        after = _next_statement(flow, node)
        if not inside or not isinstance(after, ast.Return) or after.value is None:
            continue
        worst = min((_worth(flow, each) for each in inside), default=1.0)
        if worst < _worth(flow, after) and leads_to_reward(flow, node):
            yield Hit(
                after,
                f"Where `{source_of(node.iter)}` is empty the loop finds no fault, and this pays",
                confidence=_sureness(flow, value),
            )


def _worth(flow: Flow, node: ast.Return) -> float:
    value = flow.value_of(node.value)
    if value.kind == "tuple" and value.items:
        value = value.items[0]
    return float(value.const) if value.is_const and isinstance(value.const, (bool, int, float)) else 0.5


def _next_statement(flow: Flow, node: ast.stmt) -> ast.stmt | None:
    parent = flow.parent(node)
    for name in ("body", "orelse", "finalbody"):
        body = getattr(parent, name, None)
        if isinstance(body, list) and node in body:
            index = body.index(node)
            return body[index + 1] if index + 1 < len(body) else None
    return None


@rule("RH132", "warning", "use `zip(…, strict=True)`, or compare the lengths first", "A22", "C27")
def zip_of_prefix(flow: Flow) -> Iterator[Hit]:
    """`zip` ends with the shorter one: an answer that is a prefix passes."""
    for call in calls_of(flow, "builtins.zip"):
        letters = [everything(each) for each in call.args]
        given = any(each & {"C", "X"} for each in letters)
        gold = any("G" in each and not each & {"C", "X"} for each in letters)
        strict = call.named.get("strict", Value()).const is True
        if not (given and gold) or strict or not leads_to_reward(flow, call.node):
            continue
        tested = _measured(flow, call.node)
        names = [ast.unparse(each) for each in call.node.args]
        if len(set(names) & tested) < 2:
            yield Hit(
                call.node,
                "`zip` stops at the shorter one: an answer that ends early is compared only as far as it goes",
            )


def _measured(flow: Flow, node: ast.AST) -> set[str]:
    """What the function around a node takes the length of, in comparisons."""
    found = set()
    for each in own_nodes(flow.function_of(node)):
        if isinstance(each, ast.Compare):
            for part in ast.walk(each):
                if (
                    isinstance(part, ast.Call)
                    and isinstance(part.func, ast.Name)
                    and part.func.id == "len"
                    and part.args
                ):
                    found.add(ast.unparse(part.args[0]))
    return found


@rule("RH133", "warning", APART, "C01")
def equals_of_completion(flow: Flow) -> Iterator[Hit]:
    """`==` with an object that completion code made."""
    for node in live_nodes(flow, ast.Compare):
        assert isinstance(node, ast.Compare)
        if not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            continue
        sides = [flow.value_of(node.left), flow.value_of(node.comparators[0])]
        made = next((side for side in sides if "X" in everything(side)), None)
        other = next((side for side in sides if "X" not in everything(side)), None)
        if (
            made is None
            or other is None
            or all_tags(made) & {"plain", "output", "returncode", "process", "checked", "json"}
        ):
            continue
        if made.kind in ("str", "int", "float", "bool", "bytes") or not leads_to_reward(flow, node):
            continue
        if "G" in everything(other) or other.is_const:
            yield Hit(
                node, "The completion's own object decides what `==` says: a class whose `__eq__` returns True passes"
            )

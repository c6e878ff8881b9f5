"""Completions that become code, and tests of them: RH101 to RH103, RH130, RH132."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from runrl_audit.rules.look import assigned_in, calls_of
from runrl_audit.rules.rule import Hit, rule
from runrl_audit.values.facts import Call, own_nodes
from runrl_audit.values.flow import Flow
from runrl_audit.values.names import CODE_RUNS, EVALUATING_PARSERS, PROCESS_CALLS
from runrl_audit.values.value import Value, all_tags, everything

NESTED = "run it with `run_code` or `run_function` of the module `runrl`, and compare what comes back here"
LITERALS = "use `ast.literal_eval`, a parser of numbers, or walk the tree of `ast.parse`"
APART = "run the completion in a process of its own, hand values over as JSON, and compare them here"


@rule("RH101", "high", NESTED, "B04", "C05", "C06", "C19", "C21")
def executed(flow: Flow) -> Iterator[Hit]:
    """`exec`, `eval` of completion text."""
    for call in calls_of(flow, "builtins.exec", "builtins.eval"):
        if "C" in everything(call.argument(0)) and not _in_fork(flow, call.node):
            name = "exec" if call.is_any("builtins.exec") else "eval"
            said = "runs text of the completion inside the grader: it can read the answer and change the score"
            yield Hit(call.node, f"`{name}` {said}")


@rule("RH102", "high", LITERALS, "B04", "B05")
def evaluating_parser(flow: Flow) -> Iterator[Hit]:
    """Parsers that evaluate Python."""
    for call in calls_of(flow, *EVALUATING_PARSERS):
        name = next(each for each in EVALUATING_PARSERS if each in call.names)
        if "C" not in everything(call.argument(0)) or (name == "yaml.load" and _is_safe_loader(call)):
            continue
        what = "imports what the completion names" if "import" in name else "evaluates Python that is in what it reads"
        yield Hit(call.node, f"`{name.removeprefix('builtins.')}` {what}, and it reads text of the completion")


def _is_safe_loader(call: Call) -> bool:
    loader = call.node.args[1] if len(call.node.args) > 1 else None
    loader = next((each.value for each in call.node.keywords if each.arg == "Loader"), loader)
    return loader is not None and "Safe" in ast.unparse(loader)


@rule("RH103", "high", "pass the completion by file, standard input or JSON, not inside source text", "C26")
def pasted_into_code(flow: Flow) -> Iterator[Hit]:
    """Completion text inside a text that is run as code."""
    for call in calls_of(flow, "builtins.exec", "builtins.eval", "builtins.compile"):
        inner = flow.call_facts.get(id(call.node.args[0])) if call.node.args else None
        if inner is not None and inner.is_any("builtins.compile"):
            continue  # said of `compile` itself
        if _pasted(call.argument(0)) and not _in_fork(flow, call.node):
            yield Hit(
                call.node, "The completion is pasted into source text that is run: a quote in it ends the literal"
            )
    for call in calls_of(flow, *PROCESS_CALLS):
        items = call.argument(0, "args").items or ()
        if any(flag.const in ("-c", "-e") and _pasted(each) for flag, each in pairwise(items)):
            yield Hit(
                call.node, "The completion is pasted into the program that `-c` runs: a quote in it ends the literal"
            )


def _pasted(value: Value) -> bool:
    return "C" in everything(value) and "template" in all_tags(value) and "quoted" not in all_tags(value)


def _in_fork(flow: Flow, node: ast.AST) -> bool:
    """Whether a node is run by a child of `os.fork` alone: `if os.fork() == 0:`."""
    for each in flow.around(node):
        for part in ast.walk(each.test) if isinstance(each, ast.If) else ():
            values = assigned_in(flow, part, part.id) if isinstance(part, ast.Name) else [part]
            facts = [flow.call_facts[id(value)] for value in values if id(value) in flow.call_facts]
            if any("os.fork" in fact.names for fact in facts):
                return True
    return False


@rule("RH130", "high", APART, "C01", "C02", "C05", "C07")
def tests_beside_completion(flow: Flow) -> Iterator[Hit]:
    """Tests and completion in one program or one namespace."""
    written = any("completion" in flow.value_of(call.node).tags for call in flow.calls if call.is_any(*PROCESS_CALLS))
    runs = ("builtins.exec", "builtins.compile", *PROCESS_CALLS, *CODE_RUNS)
    for call in calls_of(flow, *runs, *((".write", ".write_text", ".write_bytes") if written else ())):
        if any("C+G" in all_tags(each) for each in call.arguments()):
            yield Hit(
                call.node,
                "The completion and its tests are one program: it can exit early, or replace what the tests call",
            )
        elif call.is_any("builtins.exec") and "X" in everything(call.argument(1)) and "G" in everything(call.args[0]):
            yield Hit(
                call.node, "The tests run in the namespace that the completion filled: it can replace what they call"
            )


@rule("RH132", "warning", "use `zip(…, strict=True)`, or compare the lengths first", "A22", "C27")
def zip_of_prefix(flow: Flow) -> Iterator[Hit]:
    """`zip` ends with the shorter one: an answer that is a prefix passes."""
    for call in calls_of(flow, "builtins.zip"):
        letters = [everything(each) for each in call.args]
        given = any(each & {"C", "X"} for each in letters)
        gold = any("G" in each and not each & {"C", "X"} for each in letters)
        strict = call.named.get("strict", Value()).const is True
        if not (given and gold) or strict or not flow.reaches_reward(call.node):
            continue
        if len({ast.unparse(each) for each in call.node.args} & _measured(flow, call.node)) < 2:
            yield Hit(
                call.node,
                "`zip` stops at the shorter sequence: an answer that ends early is compared only up to its end",
            )


def _measured(flow: Flow, node: ast.AST) -> set[str]:
    """What the function around a node takes the length of, in comparisons."""
    return {
        ast.unparse(part.args[0])
        for each in own_nodes(flow.function_of(node))
        if isinstance(each, ast.Compare)
        for part in ast.walk(each)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "len" and part.args
    }

"""Regular expressions that let too much through: RH124, RH125. src/check/static/redos.ts finds RH126."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from runrl_audit.facts import Regex
from runrl_audit.look import in_function, leads_to_reward
from runrl_audit.matches import Hit, rule
from runrl_audit.taint import Flow
from runrl_audit.values import everything

TAG = re.compile(r"</?[A-Za-z]\w*>")
ANYTHING = re.compile(r"\.[*+]")


def _format_only(flow: Flow, use: Regex) -> bool:
    """Whether only the fact that it matches counts: nothing is read out of the match."""
    parent = flow.parent(use.node)
    while isinstance(parent, (ast.UnaryOp, ast.BoolOp, ast.NamedExpr)):
        parent = flow.parent(parent)
    if isinstance(parent, ast.Compare):
        return any(isinstance(each, ast.Constant) and each.value is None for each in parent.comparators)
    if isinstance(parent, (ast.If, ast.IfExp)):
        return parent.test is use.node or use.node in ast.walk(parent.test)
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in ("bool", "float", "int")
    if isinstance(parent, (ast.Return, ast.ListComp, ast.GeneratorExp)):
        return True
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        name = parent.targets[0].id
        function = flow.function_of(use.node)
        for each in ast.walk(function):
            if (
                isinstance(each, (ast.Attribute, ast.Subscript))
                and isinstance(each.value, ast.Name)
                and each.value.id == name
            ):
                return False
            if isinstance(each, ast.Call) and any(isinstance(arg, ast.Name) and arg.id == name for arg in each.args):
                if not (isinstance(each.func, ast.Name) and each.func.id in ("bool", "float")):
                    return False
        return True
    return False


@rule("RH124", "warning", "use `re.fullmatch`, and `[^<]+` instead of `.*` between tags", "A08", "A11")
def loose_format(flow: Flow) -> Iterator[Hit]:
    """A pattern for a format that also takes junk."""
    for use in flow.patterns:
        if not in_function(flow, use.node) or "C" not in everything(use.subject) or not leads_to_reward(flow, use.node):
            continue
        texts = use.pattern.texts()
        if use.method not in ("match", "search", "fullmatch") or len(texts) != 1 or not _format_only(flow, use):
            continue
        text = texts[0]
        ends = re.search(r"(\$|\\Z)$", text) is not None
        if "MULTILINE" in use.flags and text.startswith("^") and text.endswith("$") and _crosses_lines(use, text):
            yield Hit(
                use.node, "With MULTILINE `^` and `$` stand for any line: what comes before and after is not looked at"
            )
        elif use.method == "match" and not ends and len(TAG.findall(text)) >= 2:
            yield Hit(use.node, "`re.match` looks at the beginning only: anything may follow what it matches")
        elif _nested(use, text):
            yield Hit(
                use.node,
                "`.` with DOTALL also matches tags: repeated, nested and empty blocks are taken",
                severity="info",
            )


def _crosses_lines(use: Regex, text: str) -> bool:
    return ("DOTALL" in use.flags or "\\n" in text or "[\\s\\S]" in text) and ANYTHING.search(text) is not None


def _nested(use: Regex, text: str) -> bool:
    return "DOTALL" in use.flags and len(TAG.findall(text)) >= 4 and re.search(r"\.\*", text) is not None


@rule("RH125", "info", "extract the answer in one helper function", "A10", "B08")
def first_and_last(flow: Flow) -> Iterator[Hit]:
    """The first match here, the last one there."""
    first: dict[str, Regex] = {}
    last: dict[str, Regex] = {}
    for use in flow.patterns:
        texts = use.pattern.texts()
        if len(texts) != 1 or "C" not in everything(use.subject) or not in_function(flow, use.node):
            continue
        key = re.sub(r"[()?*+\\s]", "", texts[0])
        if use.method == "search" and not _format_only(flow, use):
            first.setdefault(key, use)
        elif use.method == "findall" and _takes(flow, use) == -1:
            last.setdefault(key, use)
        elif use.method == "findall" and _takes(flow, use) == 0:
            first.setdefault(key, use)
    for key, use in last.items():
        if key in first:
            other = first[key].node.lineno
            yield Hit(
                use.node,
                f"The last match counts here, and the first one in line {other}: two answers are read two ways",
            )


def _takes(flow: Flow, use: Regex) -> object:
    """The index that is taken of `findall`, at once or by way of a variable."""
    parent = flow.parent(use.node)
    if isinstance(parent, ast.Subscript):
        return flow.value_of(parent.slice).const
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        name = parent.targets[0].id
        for each in ast.walk(flow.function_of(use.node)):
            if isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name) and each.value.id == name:
                return flow.value_of(each.slice).const
    return None

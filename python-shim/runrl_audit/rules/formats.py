"""What is searched for: formats, and the verdict of a judge: RH120, RH121, RH124. RH126 is measured (redos.ts)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from runrl_audit.rules.look import in_function, live_nodes
from runrl_audit.rules.rule import Hit, rule, source_of
from runrl_audit.values.facts import Regex
from runrl_audit.values.flow import Flow
from runrl_audit.values.value import everything

TAG = re.compile(r"</?[A-Za-z]\w*>")
LAST = "ask for JSON with a schema, or for the verdict alone in the last line, and match all of it"
FIRST = "The first match counts, and a judge may quote the completion before it gives its verdict"
# Longer words that contain a verdict.
CONTAINING = {
    "correct": "`INCORRECT`",
    "yes": "`No … yes`",
    "valid": "`INVALID`",
    "true": "`not true`",
    "pass": "`does not pass`",
}


@rule("RH120", "warning", LAST, "D03")
def first_verdict(flow: Flow) -> Iterator[Hit]:
    """The first match in what a judge said."""
    for use in flow.patterns:
        if "J" not in everything(use.subject) or not in_function(flow, use.node) or not flow.reaches_reward(use.node):
            continue
        texts, parent = use.pattern.texts(), flow.parent(use.node)
        ends = bool(texts) and all(re.search(r"(\$|\\Z)(\)|\s|\\s\*)*$", text) for text in texts)
        if use.method in ("search", "match") and not ends:
            yield Hit(use.node, FIRST)
        elif use.method in ("findall", "finditer") and isinstance(parent, ast.Subscript):
            if flow.value_of(parent.slice).const == 0:
                yield Hit(parent, FIRST)


@rule("RH121", "high", "strip the verdict and compare it for equality", "D04")
def verdict_inside(flow: Flow) -> Iterator[Hit]:
    """`"yes" in answer`: INCORRECT contains CORRECT."""
    for node in live_nodes(flow, ast.Compare):
        if not isinstance(node.ops[0], (ast.In, ast.NotIn)) or not flow.reaches_reward(node):
            continue
        words, answer = flow.value_of(node.left).texts(), flow.value_of(node.comparators[0])
        if "J" not in everything(answer) or answer.kind in ("list", "dict", "set", "tuple") or "json" in answer.tags:
            continue
        if words and not _structural(words[0]):
            plain = words[0].strip().lower()
            why = f"{CONTAINING.get(plain, f'`not {plain}`')} contains it"
            yield Hit(node, f"`{source_of(node.left)}` is looked for anywhere in the judge's answer: {why}")


def _structural(word: str) -> bool:
    """Tags, fences and braces are looked for to cut a text, not as verdicts."""
    return not any(character.isalnum() for character in word) or bool(re.fullmatch(r"\s*[<\[{`].*[>\]}`]\s*", word))


@rule("RH124", "warning", "use `re.fullmatch`, and `[^<]+` instead of `.*` between tags", "A08", "A11")
def loose_format(flow: Flow) -> Iterator[Hit]:
    """A pattern for a format that also takes junk."""
    for use in flow.patterns:
        if not in_function(flow, use.node) or "C" not in everything(use.subject) or not flow.reaches_reward(use.node):
            continue
        texts = use.pattern.texts()
        if use.method not in ("match", "search", "fullmatch") or len(texts) != 1 or not _format_only(flow, use):
            continue
        text, tags = texts[0], len(TAG.findall(texts[0]))
        crosses = "DOTALL" in use.flags or "\\n" in text or "[\\s\\S]" in text
        lines = "MULTILINE" in use.flags and text.startswith("^") and text.endswith("$")
        if lines and crosses and re.search(r"\.[*+]", text):
            yield Hit(
                use.node, "With MULTILINE `^` and `$` match at any line: the text before and after is not checked"
            )
        elif use.method == "match" and not text.endswith(("$", "\\Z")) and tags >= 2:
            yield Hit(use.node, "`re.match` checks the beginning only: any text may follow")
        elif "DOTALL" in use.flags and tags >= 4 and ".*" in text:
            yield Hit(
                use.node,
                "`.` with DOTALL also matches tags: repeated, nested and empty blocks are accepted",
                severity="info",
            )


def _format_only(flow: Flow, use: Regex) -> bool:
    """Whether only the fact that it matches counts: nothing is read out of the match."""
    parent = flow.parent(use.node)
    while isinstance(parent, (ast.UnaryOp, ast.BoolOp, ast.NamedExpr)):
        parent = flow.parent(parent)
    if isinstance(parent, ast.Compare):
        return any(isinstance(each, ast.Constant) and each.value is None for each in parent.comparators)
    if isinstance(parent, (ast.If, ast.IfExp)):
        return use.node in ast.walk(parent.test)
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in ("bool", "float", "int")
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        return not _is_read(flow.function_of(use.node), parent.targets[0].id)
    return isinstance(parent, (ast.Return, ast.ListComp, ast.GeneratorExp))


def _is_read(function: ast.AST, name: str) -> bool:
    """Whether a part of what a variable holds is taken, or it is handed to another function."""
    for each in ast.walk(function):
        inner = [each.value] if isinstance(each, (ast.Attribute, ast.Subscript)) else []
        if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Name) and each.func.id in ("bool", "float")):
            inner = each.args
        if any(isinstance(part, ast.Name) and part.id == name for part in inner):
            return True
    return False

"""What is read of a judge, and what it is told: RH120, RH121, RH123."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from runrl_audit.look import in_function, leads_to_reward, live_nodes
from runrl_audit.matches import Hit, rule, source_of
from runrl_audit.names import is_llm_call, is_network_call
from runrl_audit.taint import Flow
from runrl_audit.values import Value, all_tags, everything

LAST = "ask for JSON with a schema, or for the verdict alone in the last line, and match all of it"
FENCE = re.compile(r"(```[\w-]*|~~~[\w-]*|<[A-Za-z][\w -]*>|\"\"\"|'''|\[[A-Z][A-Z_ ]+\]|-{3,}|={3,}|#{3,})\s*$")


def _of_judge(value: Value) -> bool:
    return "J" in everything(value)


@rule("RH120", "warning", LAST, "D03")
def first_verdict(flow: Flow) -> Iterator[Hit]:
    """The first match in what a judge said."""
    for use in flow.patterns:
        if not _of_judge(use.subject) or not in_function(flow, use.node) or not leads_to_reward(flow, use.node):
            continue
        if use.method in ("search", "match") and not _whole(use.pattern, use.method):
            yield Hit(
                use.node, "The first match counts, and a judge may quote the completion before it gives its verdict"
            )
        elif use.method in ("findall", "finditer"):
            parent = flow.parent(use.node)
            if isinstance(parent, ast.Subscript) and flow.value_of(parent.slice).const == 0:
                yield Hit(
                    parent, "The first match counts, and a judge may quote the completion before it gives its verdict"
                )


def _whole(pattern: Value, method: str) -> bool:
    texts = pattern.texts()
    anchored = bool(texts) and all(re.search(r"(\$|\\Z)(\)|\s|\\s\*)*$", text) for text in texts)
    return anchored and (
        method == "match" or all(text.lstrip("(?:").startswith(("^", "\\A")) or True for text in texts)
    )


@rule("RH121", "high", "strip the verdict and compare it for equality", "D04")
def verdict_inside(flow: Flow) -> Iterator[Hit]:
    """`"yes" in answer`: INCORRECT contains CORRECT."""
    for node in live_nodes(flow, ast.Compare):
        assert isinstance(node, ast.Compare)
        if not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            continue
        word, answer = flow.value_of(node.left), flow.value_of(node.comparators[0])
        if not _of_judge(answer) or answer.kind in ("list", "dict", "set", "tuple") or "json" in answer.tags:
            continue
        words = word.texts()
        if not words or not leads_to_reward(flow, node) or _structural(words[0]):
            continue
        yield Hit(node, f"`{source_of(node.left)}` is looked for anywhere in what the judge said: {_why(words[0])}")


def _structural(word: str) -> bool:
    """Tags, fences and braces are looked for to cut a text, not as verdicts."""
    return not any(character.isalnum() for character in word) or bool(re.fullmatch(r"\s*[<\[{`].*[>\]}`]\s*", word))


def _why(word: str) -> str:
    plain = word.strip().lower()
    known = {
        "correct": "`INCORRECT` contains it",
        "yes": "`No … yes` contains it",
        "valid": "`INVALID` contains it",
        "true": "`not true` contains it",
        "pass": "`does not pass` contains it",
    }
    return known.get(plain, f"`not {plain}` contains it")


@rule(
    "RH123",
    "warning",
    "put it between delimiters that are random in each call, or into a field of JSON",
    "D02",
    "D06",
    "D12",
)
def pasted_prompt(flow: Flow) -> Iterator[Hit]:
    """Completion text in the prompt of a judge."""
    asked = False
    for call in flow.calls:
        if not any(is_llm_call(name) or is_network_call(name) for name in call.names):
            continue
        if any("C" in everything(each) and all_tags(each) & {"mixed"} for each in call.arguments()):
            asked = asked or in_function(flow, call.node)
    if not asked:
        return
    for node in live_nodes(flow, ast.JoinedStr, ast.Call, ast.BinOp):
        value = flow.value_of(node)
        if "C" not in everything(value) or "mixed" not in value.tags or value.kind != "str":
            continue
        before = _text_before(flow, node)
        if before is None or "J" in everything(value):
            continue
        fence = FENCE.search(before)
        if fence is not None:
            message = (
                f"The completion stands in the judge's prompt after `{fence.group(1)}` as it is: it can close the block"
            )
        elif len(before.strip()) < 12:
            continue
        else:
            message = (
                "The completion is pasted into the judge's prompt with nothing around it: it can give instructions"
            )
        yield Hit(node, message)


def _text_before(flow: Flow, node: ast.AST) -> str | None:
    """The constant text before the completion in a text that is put together; None where it is escaped or alone."""
    if isinstance(node, ast.JoinedStr):
        before = ""
        for part in node.values:
            value = flow.value_of(part)
            if isinstance(part, ast.FormattedValue) and "C" in everything(value):
                drawn = before.rstrip().endswith("{}")  # what stands there may be a border that was drawn
                return None if _escaped(value) or drawn else before
            before = before + str(part.value) if isinstance(part, ast.Constant) else before + "{}"
        return None
    if isinstance(node, ast.BinOp):
        right = flow.value_of(node.right)
        if isinstance(node.op, ast.Add) and "C" in everything(right) and not isinstance(flow.parent(node), ast.BinOp):
            left = flow.value_of(node.left)
            return None if _escaped(right) or "C" in everything(left) else (left.texts() or [""])[-1]
        if isinstance(node.op, ast.Mod) and not _escaped(right):
            texts = flow.value_of(node.left).texts()
            return texts[0].partition("%s")[0] if texts else None
        return None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        call = flow.call_facts.get(id(node))
        if call is None:
            return None
        texts = call.receiver.texts()
        if node.func.attr == "format" and texts:
            for name, value in (*call.named.items(), *((str(i), each) for i, each in enumerate(call.args))):
                if "C" in everything(value):
                    mark = f"{{{name}}}" if f"{{{name}}}" in texts[0] else "{}"
                    return None if _escaped(value) else texts[0].partition(mark)[0]
        if node.func.attr == "replace" and len(call.args) > 1 and "C" in everything(call.args[1]) and texts:
            old = call.args[0].const
            return texts[0].partition(old)[0] if isinstance(old, str) and old and not _escaped(call.args[1]) else None
    return None


def _escaped(value: Value) -> bool:
    return bool(all_tags(value) & {"escaped", "quoted"})

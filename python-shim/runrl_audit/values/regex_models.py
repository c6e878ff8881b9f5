"""What regular expressions give."""

from __future__ import annotations

import ast
import re

from runrl_audit.values.facts import Call, Regex
from runrl_audit.values.value import NOTHING, UNKNOWN, Value, everything, join, mixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_audit.values.calling import Calling

REGEX_METHODS = frozenset(["search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn"])
KEPT = frozenset({"template", "C+G", "json", "plain", "output"})


def of_regex(flow: Calling, call: Call, name: str) -> Value | None:
    if name == "compile":
        pattern = call.argument(0, "pattern")
        given = call.node.args[1] if len(call.node.args) > 1 else _keyword(call.node, "flags")
        return Value(
            kind="regex",
            items=(pattern,),
            via=pattern.via,
            tags=frozenset(f"flag:{each}" for each in _flags(given)),
        )
    if name == "escape":
        value = call.argument(0, "pattern")
        tags = frozenset(f"esc:{letter}" for letter in everything(value))
        consts = value.consts and frozenset((kind, re.escape(str(each))) for kind, each in value.consts)
        return value.but(taint=NOTHING, kind="str", consts=consts, tags=tags, fields=NOTHING)
    method, _, rest = name.partition("(")
    if method not in REGEX_METHODS or rest:
        return None
    pattern = call.argument(0, "pattern")
    place, at = {"sub": (2, 4), "subn": (2, 4), "split": (1, 3)}.get(method, (1, 2))
    subject = call.argument(place, "string")
    flag_node = call.node.args[at] if len(call.node.args) > at else _keyword(call.node, "flags")
    extra = call.args[1:2] if method in ("sub", "subn") else ()
    if pattern.kind == "regex":
        return applied(flow, call, method, pattern, subject, NOTHING, extra)
    compiled = Value(kind="regex", items=(pattern,), via=pattern.via)
    return applied(flow, call, method, compiled, subject, _flags(flag_node), extra)


def applied(
    flow: Calling,
    call: Call,
    method: str,
    regex: Value,
    subject: Value,
    flags: frozenset[str],
    extra: tuple[Value, ...],
) -> Value:
    """Returns what a regular expression gives on a text, and remembers that it is applied."""
    pattern = regex.items[0] if regex.items else UNKNOWN
    flags |= frozenset(tag[5:] for tag in regex.tags if tag.startswith("flag:"))
    before = flow.regexes.get(id(call.node))
    flow.regexes[id(call.node)] = Regex(
        call.node,
        method,
        pattern if before is None else join(before.pattern, pattern),
        flags if before is None else before.flags | flags,
        subject if before is None else join(before.subject, subject),
        frozenset({pattern}) if before is None else before.patterns | {pattern},
    )
    letters = everything(subject) | everything(pattern)
    letters |= frozenset(tag[4:] for tag in pattern.tags if tag.startswith("esc:"))
    via = subject.via | pattern.via | (flow.mark(call.node, letters) if letters else 0)
    taint = mixed(subject, *extra).taint
    piece = Value(taint=taint, kind="str", via=via)
    if method in ("findall", "split"):
        return Value(taint=taint, kind="list", via=via, element=piece)
    if method == "finditer":
        return Value(taint=taint, kind="generator", via=via, element=piece.but(kind="match"))
    if method in ("sub", "subn"):
        return Value(taint=taint, kind="str", via=via, tags=subject.tags & KEPT)
    return Value(taint=taint, kind="match", via=via)


def _keyword(node: ast.Call, name: str) -> ast.AST | None:
    return next((each.value for each in node.keywords if each.arg == name), None)


def _flags(node: ast.AST | None) -> frozenset[str]:
    if node is None:
        return frozenset()
    letters = {"I": "IGNORECASE", "M": "MULTILINE", "S": "DOTALL", "X": "VERBOSE", "A": "ASCII", "U": "UNICODE"}
    names = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    names |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return frozenset(letters.get(each, each) for each in names if each in letters or each in letters.values())

"""What attacks on a module can be made of: what its source compares, searches, counts and reads in a completion."""

from __future__ import annotations

import ast
import re
from typing import TypedDict

from runrl_audit.materials.visit import Visit
from runrl_audit.patterns.invert import MARK, invert
from runrl_audit.rules.look import place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from runrl_audit.values.flow import Flow

_MOST = 400
_FLAGS = ("IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII")
_DEFINED = re.compile(r"(?:^|\n)[ \t]*(?:(?:async +)?def|class) +(\w+)|(?:^|\n)(\w+) *= *[^=]")
_CHANCE = re.compile(r"choices?|rand(int|range|om|bits)?|getrandbits|sample|shuffle|uniform|integers")


class MinedPattern(TypedDict):
    """As `MinedPattern` of src/check/static/analysis.ts."""

    pattern: str
    flags: str
    method: str
    place: dict[str, int | str]
    templates: list[str]
    holes: bool


class Mined(TypedDict):
    """The part of `Analysis` of src/check/static/analysis.ts that attacks are made of."""

    constants: list[str]
    numbers: list[float]
    patterns: list[MinedPattern]
    fields: list[str]
    names: list[str]
    goldNames: list[str]
    actionWords: list[str]
    actionKeys: list[str]
    privateNames: list[str]


def mine(flow: Flow, source: str, file: str) -> Mined:
    """Returns what attacks can be made of: of constants and patterns those that meet what a completion says."""
    visit = Visit(flow)
    lines = source.splitlines()
    patterns = [
        MinedPattern(
            pattern=text,
            flags="|".join(name for name in _FLAGS if name in flags),
            method=method,
            place={"file": file, **place_of(node, lines)},
            templates=invert(text, _value_of(flags), method),
            holes=holes,
        )
        for (text, flags, method), (node, holes) in list(visit.uses.items())[:_MOST]
    ]
    return Mined(
        constants=_texts(visit.constants),
        numbers=list(visit.numbers)[:_MOST],
        patterns=patterns,
        fields=sorted({*visit.fields, *(read.name for read in flow.reads.values())}),
        names=_texts(_names(flow, visit)),
        goldNames=_texts(visit.gold_names),
        actionWords=_texts(_action_words(visit) if flow.is_environment else ()),
        actionKeys=_texts(visit.action_keys if flow.is_environment else visit.keys),
        privateNames=_texts(_private_names(flow) if flow.is_environment else ()),
    )


def _texts(texts: Iterable[str]) -> list[str]:
    # A lone surrogate in a literal is no text that a completion can hold.
    return [text for text in dict.fromkeys(texts) if not re.search("[\ud800-\udfff]", text)][:_MOST]


def _value_of(flags: frozenset[str]) -> int:
    value = 0
    for name in flags:
        value |= getattr(re, name)
    return value


def _action_words(visit: Visit) -> list[str]:
    """What actions are compared with, and the alternatives of the patterns that they are read by."""
    words = list(visit.action_words)
    for text, flags, method in visit.action_uses:
        made = invert(text, _value_of(flags), method)
        words += [each.strip() for each in made if MARK not in each and each.strip()]
    return words


def _names(flow: Flow, visit: Visit) -> Iterable[str]:
    """Names that the file defines, or hands to what it executes: a program that is run there may replace them."""
    nodes = list(ast.walk(flow.tree))
    yield from (node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    yield from flow.classes
    for node in flow.tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        yield from (each.id for each in targets if isinstance(each, ast.Name))
    yield from visit.names
    for each in nodes:
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and re.search("def |class ", each.value):
            yield from (name for match in _DEFINED.finditer(each.value) for name in match.groups() if name)


def _private_names(flow: Flow) -> Iterable[str]:
    """Attributes of an environment that hold what the row or chance decided; compared ones first."""
    held: dict[str, None] = {}
    compared: dict[str, None] = {}
    for function in flow.reached.values():
        for node in ast.walk(function):
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None:
                if _is_decided(flow, node.value):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    names = [ast.unparse(each) for each in targets if isinstance(each, ast.Attribute)]
                    held.update((name[5:], None) for name in names if re.fullmatch(r"self(\.\w+)+", name))
            elif isinstance(node, ast.Compare) and "step" in flow.reached_from[id(function)]:
                parts = [ast.unparse(each) for each in ast.walk(node) if isinstance(each, ast.Attribute)]
                compared.update((name.split(".")[1], None) for name in parts if re.fullmatch(r"self(\.\w+)+", name))
    yield from (name for name in compared if name in held)
    yield from held


def _is_decided(flow: Flow, node: ast.expr) -> bool:
    """Tells whether a value comes from the row or from chance."""
    return any(
        "G" in flow.taint_of(each) or (isinstance(each, ast.Attribute) and _CHANCE.fullmatch(each.attr))
        for each in ast.walk(node)
    )

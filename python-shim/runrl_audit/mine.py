"""What attacks on a module can be made of: what its source compares, searches, counts and reads in a completion."""

from __future__ import annotations

import ast
import re
from typing import TypedDict

from runrl_audit.invert import MARK, invert
from runrl_audit.mine_functions import Module, parameters
from runrl_audit.mine_values import HOLE, dotted
from runrl_audit.mine_visit import Use, Visit, defined_in_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from runrl_audit.mine_visit import Derived

_MOST = 400
_FLAGS = ("IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII")


class Place(TypedDict):
    """As `Place` of src/check/finding.ts."""

    file: str
    line: int
    column: int
    endLine: int
    endColumn: int


class MinedPattern(TypedDict):
    """As `MinedPattern` of src/check/static/analysis.ts."""

    pattern: str
    flags: str
    method: str
    place: Place
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


def mine(source: str, tree: ast.Module, file: str, entry: str | None = None, derived: Derived | None = None) -> Mined:
    """Returns what attacks can be made of.

    Args:
        source: Text of the module.
        tree: The same, parsed.
        file: Its name, for places.
        entry: Name of the reward function or of the environment's class. Default: as the sandbox chooses.
        derived: Which expressions come from the completion; constants and patterns that meet none are left out.
    """
    module = Module(tree, entry)
    visit = Visit(module, derived)
    for reached in module.reached.values():
        visit.function(reached)
        if reached.is_entry:
            own = [each.arg for each in parameters(reached.node)]
            visit.fields.update(dict.fromkeys(name for name in own if name in reached.fields))
    lines = source.splitlines()
    return Mined(
        constants=_texts(visit.constants),
        numbers=list(visit.numbers)[:_MOST],
        patterns=[_pattern(use, lines, file) for use in list(visit.uses.values())[:_MOST]],
        fields=_texts(visit.fields),
        names=_texts(_names(module, visit)),
        goldNames=_texts(visit.gold_names),
        actionWords=_texts(_action_words(visit) if module.environment is not None else ()),
        actionKeys=_texts(visit.action_keys if module.environment is not None else visit.keys),
        privateNames=_texts(_private_names(module)),
    )


def _texts(texts: Iterable[str]) -> list[str]:
    # A lone surrogate in a literal is no text that a completion can hold.
    return [text for text in texts if not re.search("[\ud800-\udfff]", text)][:_MOST]


def _pattern(use: Use, lines: list[str], file: str) -> MinedPattern:
    pattern = use.pattern
    return MinedPattern(
        pattern=pattern.text,
        flags="|".join(name for name in _FLAGS if pattern.flags & getattr(re, name)),
        method=use.method,
        place=place_of(use.node, lines, file),
        templates=invert(pattern.text, pattern.flags, use.method),
        holes=pattern.holes,
    )


def place_of(node: ast.expr, lines: list[str], file: str) -> Place:
    """Returns where a node stands, in characters from 1."""

    def column(line: int, offset: int) -> int:
        text = lines[line - 1] if line <= len(lines) else ""
        return len(text.encode()[:offset].decode(errors="replace")) + 1

    end = node.end_lineno or node.lineno
    return Place(
        file=file,
        line=node.lineno,
        column=column(node.lineno, node.col_offset),
        endLine=end,
        endColumn=column(end, node.end_col_offset or node.col_offset),
    )


def _action_words(visit: Visit) -> dict[str, None]:
    """What actions are compared with, and the alternatives of the patterns that they are read by."""
    words = dict(visit.action_words)
    for use in visit.action_uses.values():
        texts = invert(use.pattern.text, use.pattern.flags, use.method)
        words.update(dict.fromkeys(text.strip() for text in texts if MARK not in text and text.strip()))
    return words


def _names(module: Module, visit: Visit) -> dict[str, None]:
    """Names that the file defines, or hands to what it executes: a program that is run there may replace them."""
    names: dict[str, None] = dict.fromkeys([*module.functions, *(node.name for node in module.classes)])
    for node in module.tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names.update(dict.fromkeys(each.id for each in targets if isinstance(each, ast.Name)))
    names.update(visit.names)
    for each in ast.walk(module.tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            names.update(dict.fromkeys(defined_in_text(each.value)))
    return names


def _private_names(module: Module) -> dict[str, None]:
    """Attributes of an environment that hold what the row or chance decided; compared ones first."""
    if module.environment is None:
        return {}
    held: dict[str, None] = {}
    compared: dict[str, None] = {}
    for reached in module.reached.values():
        known = set(reached.rows | reached.fields)
        for node in ast.walk(reached.node):
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if _decided(node.value, known, module.aliases):
                    for target in targets:
                        if (name := dotted(target)).startswith("self."):
                            held[name.removeprefix("self.")] = None
                        elif name:
                            known.add(name)
            elif isinstance(node, ast.Compare) and reached.from_step:
                for side in ast.walk(node):
                    if isinstance(side, ast.Attribute) and (name := dotted(side)).startswith("self."):
                        compared[name.split(".")[1]] = None
    return dict.fromkeys([name for name in compared if name in held] + list(held))


def _decided(value: ast.expr, known: set[str], aliases: dict[str, str]) -> bool:
    """Tells whether a value comes from the row or from chance."""
    for node in ast.walk(value):
        if isinstance(node, ast.Name) and (
            node.id in known or aliases.get(node.id, "").startswith(("random", "secrets"))
        ):
            return True
        if isinstance(node, ast.Attribute) and node.attr in _CHANCE:
            return True
    return False


_CHANCE = {
    "choice",
    "choices",
    "randint",
    "randrange",
    "sample",
    "shuffle",
    "random",
    "uniform",
    "getrandbits",
    "integers",
}

__all__ = ["HOLE", "MARK", "Mined", "MinedPattern", "mine"]

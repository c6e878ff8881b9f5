"""Rules: functions that look at a `Flow` and say where something is wrong."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from runrl_audit.values.flow import Flow

LOWER = {"high": "warning", "warning": "info", "info": "info"}


@dataclass(frozen=True)
class Hit:
    """Something that is wrong, at a node of the source.

    Attributes:
        node: The place.
        message: What is wrong here, with the names of this source.
        confidence: `high`, `medium`, or `low`: only a hint, and a severity less.
        severity: Where it is another than that of the rule.
        fix: Where it is another than that of the rule.
    """

    node: ast.AST
    message: str
    confidence: str = "high"
    severity: str | None = None
    fix: str | None = None


@dataclass(frozen=True)
class Rule:
    """A rule, as docs/check-rules.md lists it."""

    name: str
    severity: str
    fix: str
    classes: tuple[str, ...]
    find: Callable[[Flow], Iterator[Hit]]


RULES: dict[str, Rule] = {}


def rule(
    name: str, severity: str, fix: str, *classes: str
) -> Callable[[Callable[[Flow], Iterator[Hit]]], Callable[[Flow], Iterator[Hit]]]:
    """Registers a rule: its number, `high`, `warning` or `info`, how to mend it, and what probes would confirm."""

    def register(find: Callable[[Flow], Iterator[Hit]]) -> Callable[[Flow], Iterator[Hit]]:
        RULES[name] = Rule(name, severity, fix, classes, find)
        return find

    return register


def source_of(node: ast.AST, longest: int = 48) -> str:
    """Returns the text of an expression, for messages."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= longest else text[: longest - 1] + "…"

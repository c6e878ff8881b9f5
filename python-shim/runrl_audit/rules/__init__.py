"""All rules, by what they look at. Importing this registers them."""

from __future__ import annotations

from runrl_audit.rules import (
    answers,
    comparison,
    environment,
    execution,
    failures,
    fields,
    judge,
    processes,
    regex,
    returns,
    shaping,
    state,
    surroundings,
    tests,
)

__all__ = [
    "answers",
    "comparison",
    "environment",
    "execution",
    "failures",
    "fields",
    "judge",
    "processes",
    "regex",
    "returns",
    "shaping",
    "state",
    "surroundings",
    "tests",
]

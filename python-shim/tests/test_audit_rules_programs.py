"""Rules on programs that grade programs: each speaks where it should, and not in the sound twin."""

from __future__ import annotations

import pytest
from audit_snippets import cases, expect, expect_none

CASES = cases("""
== RH130 one program
def reward_fn(completion, **kwargs):
    scope = {}
    try:
        «exec(completion + "\\n" + kwargs["test"], scope)»
    except Exception:
        return 0.0
    return 1.0
-- clean
from runrl import run_function

def reward_fn(completion, **kwargs):
    result = run_function(kwargs["header"] + completion, "solve", (3,), timeout=2)
    return float(result.returned and result.value == kwargs["expected"])
== RH130 one namespace
def reward_fn(completion, test, **kwargs):
    scope = {}
    exec(completion, scope)
    «exec(test, scope)»
    return 1.0
-- clean
def reward_fn(completion, test, **kwargs):
    scope, other = {}, {}
    exec(completion, scope)
    exec(test, other)
    return 1.0 if other["check"]("x") else 0.0
== RH132 a prefix
def reward_fn(completion, **kwargs):
    given = completion.splitlines()
    wanted = kwargs["expected"].splitlines()
    return float(all(a.strip() == b.strip() for a, b in «zip(given, wanted)»))
-- clean
def reward_fn(completion, **kwargs):
    given = completion.splitlines()
    wanted = kwargs["expected"].splitlines()
    if len(given) != len(wanted):
        return 0.0
    return float(all(a.strip() == b.strip() for a, b in zip(given, wanted)))
""")


@pytest.mark.parametrize(("rule", "vulnerable", "clean"), CASES)
def test_rule(rule: str, vulnerable: str, clean: str) -> None:
    expect(rule, vulnerable)
    expect_none(rule, clean)

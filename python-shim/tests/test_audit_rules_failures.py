"""Rules on failures and results: each speaks where it should, and not in the sound twin."""

from __future__ import annotations

import pytest
from audit_snippets import cases, expect, expect_none

CASES = cases("""
== RH113 returned
def reward_fn(completion, **kwargs):
    try:
        value = float(completion)
    except Exception:
        return «0.1»
    return 1.0 if value == kwargs["answer"] else 0.0
-- clean
def reward_fn(completion, **kwargs):
    try:
        value = float(completion)
    except Exception:
        return 0.0
    return 1.0 if value == kwargs["answer"] else 0.0
== RH113 assigned, bare, with info
def reward_fn(completion, **kwargs):
    try:
        score = 1.0 if int(completion) == kwargs["answer"] else 0.0
    except:
        score = «0.5»
    return score, {"score": score}
-- clean
def reward_fn(completion, **kwargs):
    try:
        score = 1.0 if int(completion) == kwargs["answer"] else 0.0
    except ValueError:
        score = 0.0
    return score, {"score": score}
== RH113 a verdict of a helper
def matches(text, gold):
    try:
        return float(text) == float(gold)
    except Exception:
        return «True»

def reward_fn(completion, **kwargs):
    return 1.0 if matches(completion, kwargs["answer"]) else 0.0
-- clean
def matches(text, gold):
    try:
        return float(text) == float(gold)
    except Exception:
        return False

def reward_fn(completion, **kwargs):
    return 1.0 if matches(completion, kwargs["answer"]) else 0.0
== RH151 an answer that cannot be parsed
def parse(text):
    try:
        return float(text)
    except ValueError:
        return None

def reward_fn(completion, **kwargs):
    gold = parse(kwargs["solution"])
    if gold is None:
        return «1.0»
    return 1.0 if parse(completion) == gold else 0.0
-- clean
def parse(text):
    try:
        return float(text)
    except ValueError:
        return None

def reward_fn(completion, **kwargs):
    gold = parse(kwargs["solution"])
    if gold is None:
        raise ValueError("no number")
    given = parse(completion)
    if given is None:
        return 0.0
    return 1.0 if given == gold else 0.1
""")


@pytest.mark.parametrize(("rule", "vulnerable", "clean"), CASES)
def test_rule(rule: str, vulnerable: str, clean: str) -> None:
    expect(rule, vulnerable)
    expect_none(rule, clean)

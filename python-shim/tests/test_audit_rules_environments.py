"""Rules on environments: each speaks where it should, and not in the sound twin."""

from __future__ import annotations

import pytest
from audit_snippets import cases, expect, expect_none

CASES = cases("""
== RH147 no counter
class Env:
    def setup(self, **kwargs):
        self.answer = kwargs["answer"]

    def «step»(self, action):
        right = action.strip() == self.answer
        return {"observation": "Right." if right else "Wrong.", "reward": float(right), "done": right}
-- clean
class Env:
    def setup(self, **kwargs):
        self.answer = kwargs["answer"]
        self.left = 5

    def step(self, action):
        right = action.strip() == self.answer
        self.left -= 1
        done = right or self.left == 0
        return {"observation": "Right." if right else "Wrong.", "reward": float(right), "done": done}
== RH147 one step only, the same seed
import random

class Env:
    def setup(self, **kwargs):
        self.random = «random.Random(42)»
        self.steps = 0

    def step(self, action):
        self.steps += 1
        secret = str(self.random.randrange(10))
        return {"observation": secret, "reward": float(action == secret), "done": self.steps > 5}
-- clean
import random

class Env:
    def setup(self, **kwargs):
        self.random = random.Random(kwargs["seed"])

    def step(self, action):
        secret = str(self.random.randrange(10))
        return {"observation": secret, "reward": float(action == secret), "done": True}
""")


@pytest.mark.parametrize(("rule", "vulnerable", "clean"), CASES)
def test_rule(rule: str, vulnerable: str, clean: str) -> None:
    expect(rule, vulnerable)
    expect_none(rule, clean)

"""Rules on how answers are compared: each speaks where it should, and not in the sound twin."""

from __future__ import annotations

import pytest
from audit_snippets import cases, expect, expect_none

CASES = cases("""
== RH105 substring in a helper with early returns
def normalise(text):
    return " ".join(text.lower().split())

def is_right(text, gold):
    if not text:
        return False
    if «normalise(gold) in normalise(text)»:
        return True
    return False

def reward_fn(completion, **kwargs):
    return 1.0 if is_right(completion, str(kwargs["answer"])) else 0.0
-- clean
def normalise(text):
    return " ".join(text.lower().split())

def is_right(text, gold):
    if not text:
        return False
    if normalise(gold) == normalise(text):
        return True
    return False

def reward_fn(completion, **kwargs):
    return 1.0 if is_right(completion, str(kwargs["answer"])) else 0.0
== RH105 any number of the text
import re

def reward_fn(completion, **kwargs):
    numbers = [int(n) for n in re.findall(r"-?\\d+", completion)]
    if «kwargs["target"] in numbers»:
        return 1.0
    return 0.0
-- clean
import re

def reward_fn(completion, **kwargs):
    numbers = [int(n) for n in re.findall(r"-?\\d+", completion)]
    if kwargs["word"] in completion and numbers[-1] == kwargs["target"]:
        return 1.0
    return 0.0
== RH105 not in, then paid
class Quiz:
    def setup(self, **kwargs):
        self.answer = str(kwargs["answer"])
        self.turns = 0

    def step(self, action):
        self.turns += 1
        if «self.answer not in action»:
            return {"observation": "No.", "reward": 0.0, "done": self.turns > 3}
        return {"observation": "Yes.", "reward": 1.0, "done": True}
-- clean
class Quiz:
    def setup(self, **kwargs):
        self.answer = str(kwargs["answer"])
        self.turns = 0

    def step(self, action):
        self.turns += 1
        if self.answer != action.strip():
            return {"observation": "No.", "reward": 0.0, "done": self.turns > 3}
        return {"observation": "Yes.", "reward": 1.0, "done": True}
== RH105 escaped and searched
import re

def reward_fn(completion, **kwargs):
    gold = re.escape(str(kwargs.get("label", "")))
    return 1.0 if «re.search(rf"\\b{gold}\\b", completion)» else 0.0
-- clean
import re

def reward_fn(completion, **kwargs):
    gold = re.escape(str(kwargs.get("label", "")))
    return 1.0 if re.fullmatch(rf"\\s*{gold}\\s*", completion) else 0.0
== RH105 any of them
import re

def reward_fn(completion, answer):
    found = re.findall(r"<answer>(.*?)</answer>", completion)
    return float(«any(each.strip() == str(answer) for each in found)»)
-- clean
import re

def reward_fn(completion, answer):
    found = re.findall(r"<answer>(.*?)</answer>", completion)
    return float(found[-1].strip() == str(answer)) if found else 0.0
== RH105 count
def reward_fn(completion, **kwargs):
    return 1.0 if «completion.count(kwargs["answer"])» > 0 else 0.0
-- clean
def reward_fn(completion, **kwargs):
    return 1.0 if kwargs["text"].count(kwargs["answer"]) > 0 and completion == kwargs["answer"] else 0.0
== RH106 a part of the answer
def reward_fn(completion, **kwargs):
    gold = str(kwargs["answer"]).lower()
    given = completion.split(":")[-1].strip().lower()
    return 1.0 if «given in gold» else 0.0
-- clean
def reward_fn(completion, **kwargs):
    golds = [str(each).lower() for each in kwargs["answers"]]
    given = completion.split(":")[-1].strip().lower()
    return 1.0 if given in golds else 0.0
== RH106 a ratio
from difflib import SequenceMatcher

def reward_fn(completion, **kwargs):
    return 1.0 if «SequenceMatcher(None, completion, kwargs["answer"])».ratio() > 0.6 else 0.0
-- clean
from difflib import SequenceMatcher

def reward_fn(completion, **kwargs):
    return 1.0 if SequenceMatcher(None, kwargs["a"], kwargs["b"]).ratio() > 0.6 and completion == "same" else 0.0
== RH107 ends with
def reward_fn(completion, **kwargs):
    if «completion.strip().endswith(str(kwargs["answer"]))»:
        return 1.0
    return 0.0
-- clean
def reward_fn(completion, **kwargs):
    if completion.strip().endswith("."):
        return 0.0
    return 1.0 if completion.split()[-1] == str(kwargs["answer"]) else 0.0
== RH108 if expected
def reward_fn(completion, **kwargs):
    expected = kwargs.get("expected")
    if not «expected»:
        return 0.0
    return 1.0 if completion.strip() == str(expected) else 0.0
-- clean
def reward_fn(completion, **kwargs):
    expected = kwargs.get("expected")
    if expected is None:
        return 0.0
    return 1.0 if completion.strip() == str(expected) else 0.0
== RH108 or a default, behind self
class Guess:
    def setup(self, **kwargs):
        self.target = «kwargs.get("target")» or 7
        self.count = 0

    def step(self, action):
        self.count += 1
        return {"observation": "", "reward": float(action == str(self.target)), "done": self.count > 2}
-- clean
class Guess:
    def setup(self, **kwargs):
        self.target = kwargs.get("target", 7)
        self.names = kwargs.get("names") or []
        self.count = 0

    def step(self, action):
        self.count += 1
        return {"observation": str(self.names), "reward": float(action == str(self.target)), "done": self.count > 2}
== RH127 the answer as a pattern
import re

def reward_fn(completion, **kwargs):
    return 1.0 if «re.fullmatch(str(kwargs["answer"]), completion.strip())» else 0.0
-- clean
import re

def reward_fn(completion, **kwargs):
    return 1.0 if re.fullmatch(kwargs["answer_pattern"], completion.strip()) else 0.0
== RH127 the completion as a pattern
import re

def reward_fn(completion, **kwargs):
    guess = completion.strip()
    return 1.0 if «re.match(guess, kwargs["word"])» else 0.0
-- clean
import re

def reward_fn(completion, **kwargs):
    guess = re.escape(completion.strip())
    return 1.0 if re.match(guess, kwargs["word"]) else 0.0
""")


SETS = """
def norm(text):
    return "".join(c for c in text.lower() if c not in ".,")

def reward_fn(completion, country, aliases, **kwargs):
    golds = {norm(country)} | {norm(alias) for alias in aliases}
    return 1.0 if norm(completion) in golds - {""} else 0.0
"""


def test_one_of_several_right_answers_is_no_part_of_one() -> None:
    expect_none("RH106", SETS)


@pytest.mark.parametrize(("rule", "vulnerable", "clean"), CASES)
def test_rule(rule: str, vulnerable: str, clean: str) -> None:
    expect(rule, vulnerable)
    expect_none(rule, clean)


def test_flags_are_no_answers() -> None:
    expect_none(
        "RH108",
        """
        def reward_fn(completion, strict=False, **kwargs):
            given = completion if strict else completion.lower()
            return float(given == kwargs["label"])
        """,
    )


TYPES = {"expected": {"int": 40}, "label": {"str": 40}}
COLUMNS = cases("""
== RH149 a text is no number
import re

def reward_fn(completion, **kwargs):
    match = re.search(r"<answer>(.*?)</answer>", completion)
    if match and «match.group(1) == kwargs["expected"]»:
        return 1.0
    return 0.0
-- clean
import re

def reward_fn(completion, **kwargs):
    match = re.search(r"<answer>(\\d+)</answer>", completion)
    if match and int(match.group(1)) == kwargs["expected"]:
        return 1.0
    return 0.0
""")


@pytest.mark.parametrize(("rule", "vulnerable", "clean"), COLUMNS)
def test_rule_against_columns(rule: str, vulnerable: str, clean: str) -> None:
    expect(rule, vulnerable, TYPES)
    expect_none(rule, clean, TYPES)

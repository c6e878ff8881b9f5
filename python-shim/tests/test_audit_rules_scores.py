"""Rules on judges, patterns and scores: each speaks where it should, and not in the sound twin."""

from __future__ import annotations

import pytest
from audit_snippets import cases, expect, expect_none

CASES = cases("""
== RH120 the first score
import re
from anthropic import Anthropic

judge = Anthropic(timeout=30)

def reward_fn(completion, **kwargs):
    message = judge.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": completion}])
    found = «re.search(r"Score: (\\d)", message.content[0].text)»
    return min(float(found.group(1)), 5.0) if found else 0.0
-- clean
import re
from anthropic import Anthropic

judge = Anthropic(timeout=30)

def reward_fn(completion, **kwargs):
    message = judge.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": completion}])
    found = re.findall(r"Score: (\\d)", message.content[0].text)
    return min(float(found[-1]), 5.0) if found else 0.0
== RH121 yes in it
import openai

def reward_fn(completion, **kwargs):
    answer = openai.chat.completions.create(model="m", messages=[{"role": "user", "content": completion}], timeout=9)
    verdict = answer.choices[0].message.content.lower()
    return 1.0 if «"yes" in verdict» else 0.0
-- clean
import openai

def reward_fn(completion, **kwargs):
    answer = openai.chat.completions.create(model="m", messages=[{"role": "user", "content": completion}], timeout=9)
    verdict = answer.choices[0].message.content.strip().lower()
    return 1.0 if verdict == "yes" else 0.0
== RH122 unavailable
import requests

def judged(text):
    try:
        return min(max(float(requests.post("http://judge", json={"t": text}, timeout=3).json()["score"]), 0.0), 1.0)
    except requests.RequestException:
        return «0.5»

def reward_fn(completion, **kwargs):
    return judged(completion)
-- clean
import requests

def judged(text):
    try:
        return min(max(float(requests.post("http://judge", json={"t": text}, timeout=3).json()["score"]), 0.0), 1.0)
    except requests.RequestException:
        return 0.0

def reward_fn(completion, **kwargs):
    return judged(completion)
== RH122 unreadable
import re
import litellm

def reward_fn(completion, **kwargs):
    answer = litellm.completion(model="m", messages=[{"role": "user", "content": completion}])
    text = answer["choices"][0]["message"]["content"]
    match = re.fullmatch(r"[0-5]", text.strip())
    if not match:
        return «0.5»
    return int(match.group()) / 5
-- clean
import re
import litellm

def reward_fn(completion, **kwargs):
    answer = litellm.completion(model="m", messages=[{"role": "user", "content": completion}])
    text = answer["choices"][0]["message"]["content"]
    match = re.fullmatch(r"[0-5]", text.strip())
    if not match:
        raise ValueError(text)
    return int(match.group()) / 5
== RH124 no end
import re

def reward_fn(completion, **kwargs):
    if «re.match(r"<think>.+?</think>\\s*<answer>.+?</answer>", completion, re.DOTALL)»:
        return 1.0
    return 0.0
-- clean
import re

def reward_fn(completion, **kwargs):
    if re.fullmatch(r"<think>[^<]+</think>\\s*<answer>[^<]+</answer>", completion):
        return 1.0
    return 0.0
== RH124 any line
import re

FORMAT = re.compile(r"^<think>.*</think>$", re.MULTILINE | re.DOTALL)

def reward_fn(completion, **kwargs):
    return 1.0 if «FORMAT.search(completion)» is not None else 0.0
-- clean
import re

FORMAT = re.compile(r"^A: (.*)$", re.MULTILINE)

def reward_fn(completion, **kwargs):
    found = FORMAT.search(completion)
    return 1.0 if found is not None and found.group(1) == kwargs["answer"] else 0.0
== RH145 the form
def reward_fn(completion, **kwargs):
    score = 0.0
    if "<answer>" in completion:
        score += «0.5»
    if completion.count("</answer>") == 1:
        score += 0.25
    if completion.split("<answer>")[-1].split("<")[0] == kwargs["answer"]:
        score += 0.25
    return score
-- clean
def reward_fn(completion, **kwargs):
    score = 0.0
    if "<answer>" in completion:
        score += 0.1
    if completion.split("<answer>")[-1].split("<")[0] == kwargs["answer"]:
        score += 0.9
    return score
== RH145 another branch
def reward_fn(completion, **kwargs):
    given = completion.split("A:")[-1].strip()
    if given == kwargs["answer"]:
        return 1.0
    return «0.6» if given else 0.0
-- clean
def reward_fn(completion, **kwargs):
    given = completion.split("A:")[-1].strip()
    if given != kwargs["answer"]:
        return 0.0
    return 1.0 if "because" in completion else 0.6
== RH146 longer and longer
def reward_fn(completion, **kwargs):
    right = 1.0 if completion == kwargs["answer"] else 0.0
    return «right + len(completion) / 1000»
-- clean
def reward_fn(completion, **kwargs):
    right = 1.0 if completion == kwargs["answer"] else 0.0
    return right + min(len(completion) / 1000, 0.2)
== RH146 pairs of the completion, and the share of them that is right
def reward_fn(completion, **kwargs):
    pairs = completion.split()
    good = sum(pair in kwargs["pairs"] for pair in pairs)
    return «good * len(pairs) - 1»
-- clean
def reward_fn(completion, **kwargs):
    pairs = completion.split()
    good = sum(pair in kwargs["pairs"] for pair in pairs)
    return max(0.0, 2 * good / len(pairs) - 1)
== RH146 a wave
import math

def reward_fn(completion, **kwargs):
    progress = len(completion.split()) / 500
    return 0.5 + 0.5 * «math.cos(progress * math.pi)»
-- clean
import math

def reward_fn(completion, **kwargs):
    progress = min(len(completion.split()), 500) / 500
    return 0.5 + 0.5 * math.cos(progress * math.pi)
""")


@pytest.mark.parametrize(("rule", "vulnerable", "clean"), CASES)
def test_rule(rule: str, vulnerable: str, clean: str) -> None:
    expect(rule, vulnerable)
    expect_none(rule, clean)


def test_limits_of_the_row_are_no_answers() -> None:
    expect_none(
        "RH145",
        """
        def reward_fn(completion, **kwargs):
            words = completion.split()
            if not words:
                return 0.0
            band = 1.0 if kwargs["low"] <= len(words) <= kwargs["high"] else 0.0
            return max(0.0, min(1.0, 0.6 * band + 0.4 * len(set(words)) / len(words)))
        """,
    )

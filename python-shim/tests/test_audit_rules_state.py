"""Rules on state, processes and surroundings: each speaks where it should, and not in the sound twin."""

from __future__ import annotations

import pytest
from audit_snippets import cases, expect, expect_none

CASES = cases("""
== RH137 random
import random

def reward_fn(completion, **kwargs):
    noise = «random.uniform(-0.05, 0.05)»
    return float(completion == kwargs["answer"]) + noise
-- clean
import random

def reward_fn(completion, **kwargs):
    noise = random.Random(completion).uniform(-0.05, 0.05)
    return float(completion == kwargs["answer"]) + noise
-- clean
import json
import secrets
import subprocess

def reward_fn(completion, **kwargs):
    mark = secrets.token_hex(8)
    job = json.dumps([completion, mark])
    done = subprocess.run(["python", "-I", "run.py"], input=job, capture_output=True, text=True, timeout=5)
    lines = [line for line in done.stdout.splitlines() if line.startswith(mark)]
    return float(len(lines) == 1 and lines[0][len(mark) :] == kwargs["answer"])
== RH137 clock and hash
import time

def reward_fn(completion, **kwargs):
    bucket = «hash(completion)» % 10
    if «time.time()» % 2 > 1:
        return bucket / 10
    return 0.0
-- clean
import time

def reward_fn(completion, **kwargs):
    started = time.perf_counter()
    score = float(completion == kwargs["answer"])
    return score, {"seconds": time.perf_counter() - started}
== RH138 a counter
calls = 0

def reward_fn(completion, **kwargs):
    global calls
    «calls += 1»
    return 1.0 if completion == kwargs["answer"] and calls < 100 else 0.0
-- clean
calls = 0

def reward_fn(completion, **kwargs):
    calls = 1
    calls += 1
    return 1.0 if completion == kwargs["answer"] and calls < 100 else 0.0
== RH138 a list
SEEN = []

def remember(text):
    «SEEN.append(text)»

def reward_fn(completion, **kwargs):
    new = completion not in SEEN
    remember(completion)
    return 1.0 if new else 0.0
-- clean
WORDS = ["a"]

def reward_fn(completion, **kwargs):
    seen = list(WORDS)
    seen.append(completion)
    return 1.0 if len(seen) > 1 and completion == kwargs["answer"] else 0.0
== RH139 a class attribute
class Env:
    «history = []»
    limit = 5

    def setup(self, **kwargs):
        self.answer = kwargs["answer"]

    def step(self, action):
        self.history.append(action)
        done = len(self.history) >= self.limit
        return {"observation": "", "reward": float(action == self.answer), "done": done}
-- clean
class Env:
    history = []
    limit = 5

    def setup(self, **kwargs):
        self.answer = kwargs["answer"]
        self.history = []

    def step(self, action):
        self.history.append(action)
        done = len(self.history) >= self.limit
        return {"observation": "", "reward": float(action == self.answer), "done": done}
== RH139 a default
def collect(text, found=«[]»):
    found.append(text)
    return found

def reward_fn(completion, **kwargs):
    return float(len(collect(completion)) == kwargs["n"])
-- clean
def collect(text, found=()):
    return [*found, text]

def reward_fn(completion, **kwargs):
    return float(len(collect(completion)) == kwargs["n"])
== RH140 a dict
CACHE = {}

def reward_fn(completion, **kwargs):
    if completion in CACHE:
        return CACHE[completion]
    score = 1.0 if completion.strip() == kwargs["answer"] else 0.0
    «CACHE[completion]» = score
    return score
-- clean
CACHE = {}

def reward_fn(completion, **kwargs):
    key = (completion, kwargs["answer"])
    if key in CACHE:
        return CACHE[key]
    score = 1.0 if completion.strip() == kwargs["answer"] else 0.0
    CACHE[key] = score
    return score
== RH140 lru_cache
import functools

gold = None

@functools.lru_cache
def score(text):
    return 1.0 if text == «gold» else 0.0

def reward_fn(completion, **kwargs):
    global gold
    gold = kwargs["answer"]
    return score(completion)
-- clean
import functools

@functools.lru_cache
def score(text, gold):
    return 1.0 if text == gold else 0.0

def reward_fn(completion, **kwargs):
    return score(completion, kwargs["answer"])
""")


@pytest.mark.parametrize(("rule", "vulnerable", "clean"), CASES)
def test_rule(rule: str, vulnerable: str, clean: str) -> None:
    expect(rule, vulnerable)
    expect_none(rule, clean)

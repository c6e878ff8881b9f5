"""Rules on failures, results, judges, patterns and scores: each speaks where it should, and not in the sound twin."""

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
== RH114 bare
def solve(text):
    return len(text.split())

def reward_fn(completion, **kwargs):
    try:
        return float(solve(completion) == kwargs["n"])
    «except:»
        return 0.0
-- clean
def solve(text):
    return len(text.split())

def reward_fn(completion, **kwargs):
    try:
        return float(solve(completion) == kwargs["n"])
    except BaseException:
        raise
== RH115 one branch
def reward_fn(completion, **kwargs):
    if «completion == kwargs["answer"]»:
        return 1.0
    elif completion:
        return 0.0
-- clean
def reward_fn(completion, **kwargs):
    match completion.strip():
        case "":
            return 0.0
        case _:
            return float(completion == kwargs["answer"])
== RH115 a bare return
def reward_fn(completion, **kwargs):
    if not completion:
        «return»
    return float(completion == kwargs["answer"])
-- clean
def reward_fn(completion, **kwargs):
    while True:
        if not completion:
            return 0.0
        return float(completion == kwargs["answer"])
== RH115 nothing at all
class Nothing:
    def setup(self, **kwargs):
        self.steps = 0

    def «step»(self, action):
        self.steps += 1
-- clean
class Nothing:
    def setup(self, **kwargs):
        self.steps = 0

    def step(self, action):
        self.steps += 1
        raise NotImplementedError
== RH116 a text
def reward_fn(completion, **kwargs):
    return «"1.0" if completion == kwargs["answer"] else "0.0"»
-- clean
def reward_fn(completion, **kwargs):
    return 1.0 if completion == kwargs["answer"] else 0
== RH116 not finite
def reward_fn(completion, **kwargs):
    if not completion:
        return «float("-inf")», {"empty": 1.0}
    return float(completion == kwargs["answer"]), {"empty": 0.0}
-- clean
def reward_fn(completion, **kwargs):
    best = float("-inf")
    for word in completion.split():
        best = max(best, float(word == kwargs["answer"]))
    return max(best, 0.0), {"empty": 0.0}
== RH117 lists in the info
def reward_fn(completion, **kwargs):
    words = completion.split()
    return float(completion == kwargs["answer"]), {"words": «words», «1»: 2.0}
-- clean
def reward_fn(completion, **kwargs):
    words = completion.split()
    return float(completion == kwargs["answer"]), {"words": len(words), "right": completion == kwargs["answer"]}
== RH118 done is missing
class Env:
    def setup(self, **kwargs):
        self.steps = 0

    def step(self, action):
        self.steps += 1
        return «{"observation": "", "reward": 0.0}»
-- clean
class Env:
    def setup(self, **kwargs):
        self.steps = 0

    def step(self, action):
        self.steps += 1
        return self.result(0.0)

    def result(self, reward):
        return {"observation": "", "reward": reward, "done": self.steps > 3}
== RH118 three values
class Env:
    def setup(self, **kwargs):
        self.steps = 0

    def step(self, action):
        self.steps += 1
        return «"", 0.0, self.steps > 3»
-- clean
class Env:
    def setup(self, **kwargs):
        self.steps = 0

    def step(self, action):
        self.steps += 1
        return "", 0.0, self.steps > 3, {}
== RH119 a judge's number
import re
import openai

client = openai.OpenAI(timeout=20)

def ask(text):
    answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": text}])
    return answer.choices[0].message.content

def reward_fn(completion, **kwargs):
    match = re.fullmatch(r"score: (\\d+)", ask(completion))
    if match is None:
        raise ValueError("no score")
    return «float(match.group(1))» / 10
-- clean
import re
import openai

client = openai.OpenAI(timeout=20)

def ask(text):
    answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": text}])
    return answer.choices[0].message.content

def reward_fn(completion, **kwargs):
    match = re.fullmatch(r"score: (\\d+)", ask(completion))
    if match is None:
        raise ValueError("no score")
    score = float(match.group(1))
    if not 0 <= score <= 10:
        raise ValueError("no score")
    return score / 10
== RH119 clamped by min and max
import requests

def reward_fn(completion, **kwargs):
    answer = requests.post("http://judge/", json={"text": completion}, timeout=5)
    return «float(answer.text)»
-- clean
import requests

def reward_fn(completion, **kwargs):
    answer = requests.post("http://judge/", json={"text": completion}, timeout=5)
    return max(0.0, min(1.0, float(answer.text)))
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
== RH123 between fences
import openai

PROMPT = "Grade this answer.\\n```\\n{response}\\n```\\nSay a number."

def reward_fn(completion, **kwargs):
    prompt = «PROMPT.format(response=completion)»
    answer = openai.responses.create(model="m", input=prompt, timeout=9)
    return float(answer.output_text.strip() == "1")
-- clean
import json
import openai

PROMPT = "Grade the answer in this JSON.\\n{response}\\nSay a number."

def reward_fn(completion, **kwargs):
    prompt = PROMPT.format(response=json.dumps({"answer": completion}))
    answer = openai.responses.create(model="m", input=prompt, timeout=9)
    return float(answer.output_text.strip() == "1")
== RH123 between tags in an f-string
import secrets
import openai

def reward_fn(completion, **kwargs):
    prompt = «f"Grade the answer. <answer>{completion}</answer> Say a number."»
    answer = openai.responses.create(model="m", input=prompt, timeout=9)
    return float(answer.output_text.strip() == "1")
-- clean
import secrets
import openai

def reward_fn(completion, **kwargs):
    border = secrets.token_hex(8)
    prompt = f"Grade the text between the lines {border}.\\n{border}\\n{completion}\\n{border}\\nSay a number."
    answer = openai.responses.create(model="m", input=prompt, timeout=9)
    return float(answer.output_text.strip() == "1")
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
== RH125 first and last
import re

TAG = r"<answer>(.*?)</answer>"

def reward_fn(completion, **kwargs):
    first = re.search(TAG, completion)
    last = «re.findall(TAG, completion)»[-1]
    return float(first.group(1) == kwargs["a"]) + float(last == kwargs["b"])
-- clean
import re

TAG = r"<answer>(.*?)</answer>"

def reward_fn(completion, **kwargs):
    last = re.findall(TAG, completion)[-1]
    return float(last == kwargs["a"]) + float(last == kwargs["b"])
== RH128 assert
def reward_fn(completion, **kwargs):
    try:
        «assert completion.strip() == kwargs["answer"]»
    except AssertionError:
        return 0.0
    return 1.0
-- clean
def reward_fn(completion, **kwargs):
    assert isinstance(kwargs["answer"], str)
    return float(completion.strip() == kwargs["answer"])
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

"""What attacks can be made of, found in sources written in many ways."""

from __future__ import annotations

import ast
import textwrap

from runrl_audit.materials.materials import Mined, mine
from runrl_audit.values.flow import Flow


def mined(source: str) -> Mined:
    text = textwrap.dedent(source)
    return mine(Flow(ast.parse(text)), text, "reward.py")


def test_constants_that_completions_meet() -> None:
    found = mined(
        """
        import re
        KEYWORDS = ["because", "therefore"]
        WEIGHTS = {"first": 0.2, "then": 0.3}
        OPEN, CLOSE = "<plan>", "</plan>"

        def _has(text, tag="box"):
            return f"<{tag}>" in text and text.endswith("</" + tag + ">")

        def unused(text):
            return "never reached" in text

        def reward_fn(completion, **kwargs):
            text = completion.lower()
            score = 0.0
            if "sure" in text or text.startswith(("ok", "yes")):
                score += 0.25
            score += sum(0.1 for word in KEYWORDS if word in text)
            for word, weight in WEIGHTS.items():
                score += weight * text.count(word)
            body = text.split(OPEN)[-1].split(CLOSE)[0]
            match body:
                case "left" | "right":
                    score += 1
            if _has(text) or _has(text, tag="final"):
                score -= 2
            return score if len(text) > 120 else -1.5
        """
    )
    expected = [
        "sure", "ok", "yes", "because", "therefore", "first", "then", "<plan>", "</plan>", "left", "right", "<box>",
        "</box>", "<final>", "</final>",
    ]  # fmt: skip
    assert set(expected) == set(found["constants"])
    assert {0.25, 0.1, 1, 2, 120, -1.5} <= set(found["numbers"])


def test_fields_are_told_from_constants() -> None:
    found = mined(
        """
        def _gold(row, extra=None):
            return row["answer"] if "answer" in row else row.get("label")

        def reward_fn(completion, difficulty=1, **kwargs):
            data = __import__("json").loads(completion)
            return float(data["verdict"] == _gold(kwargs) or data.get("reason") == kwargs.get("why"))
        """
    )
    assert set(found["fields"]) == {"difficulty", "answer", "label", "why"}
    assert found["actionKeys"] == ["verdict", "reason"]
    assert "answer" not in found["actionKeys"]


def test_a_function_with_parameters_only() -> None:
    found = mined(
        """
        def reward_func(prompt, response, expected_result=None, tests=()):
            return float(expected_result in response)
        """
    )
    assert found["fields"] == ["expected_result", "tests"]


def test_patterns_in_all_forms() -> None:
    found = mined(
        r"""
        import re as rx
        from re import search, IGNORECASE
        NUMBER = rx.compile(r"(-?\d+)", rx.I | rx.DOTALL)
        STEPS = [rx.compile(r"Step \d+", rx.MULTILINE), rx.compile(r"^- .+", rx.MULTILINE)]
        TAGS = ("think", "answer")

        class Format:
            SHAPE = rx.compile(r"<a>(.*)</a>")
            def ok(self, text):
                return self.SHAPE.fullmatch(text)

        def reward_fn(completion, gold, **kwargs):
            if search("hello (.+)", completion, IGNORECASE):
                return 1
            NUMBER.findall(completion)
            local = rx.compile("x{2,}")
            local.sub("", completion)
            for step in STEPS:
                rx.search(step, completion)
            for tag in TAGS:
                rx.match(rf"<{tag}>(.*?)</{tag}>", completion, flags=rx.S)
            rx.search(rf"answer is {rx.escape(gold)}", completion)
            rx.search("|".join(rx.escape(word) for word in ["a.b", "c"]), completion)
            return Format().ok(completion)
        """
    )
    patterns = {(one["pattern"], one["flags"], one["method"]): one for one in found["patterns"]}
    assert set(patterns) == {
        ("hello (.+)", "IGNORECASE", "search"),
        (r"(-?\d+)", "IGNORECASE|DOTALL", "findall"),
        ("x{2,}", "", "sub"),
        (r"Step \d+", "MULTILINE", "search"),
        ("^- .+", "MULTILINE", "search"),
        ("<think>(.*?)</think>", "DOTALL", "match"),
        ("<answer>(.*?)</answer>", "DOTALL", "match"),
        ("answer is (.*?)", "", "search"),
        (r"a\.b|c", "", "search"),
        ("<a>(.*)</a>", "", "fullmatch"),
    }
    hole = patterns["answer is (.*?)", "", "search"]
    assert hole["holes"]
    assert hole["templates"] == ["answer is \0"]
    answer = patterns["<answer>(.*?)</answer>", "DOTALL", "match"]
    assert not answer["holes"]
    assert answer["templates"] == ["<answer>\0</answer>"]
    place = patterns["hello (.+)", "IGNORECASE", "search"]["place"]
    assert (place["file"], place["line"], place["column"], place["endColumn"]) == ("reward.py", 14, 8, 52)


def test_what_a_program_can_name() -> None:
    found = mined(
        '''
        HARNESS = """
        def run_all(cases):
            passed = 0
        """

        def check(value):
            return value

        def reward_fn(completion, expected, **kwargs):
            oracle = kwargs["solution"]
            copy = str(oracle)
            space = {"helper": check, "np": None}
            exec(completion, space)
            return float(space["result"] == copy)
        '''
    )
    assert found["goldNames"] == ["expected", "oracle", "copy"]
    assert {"HARNESS", "run_all", "check", "reward_fn", "helper", "np"} <= set(found["names"])


def test_an_environment() -> None:
    found = mined(
        r"""
        import json, random, re

        class Game:
            MOVES = ("north", "south")

            def setup(self, secret, **kwargs):
                self.secret = secret
                self.lucky = random.randint(1, 6)
                self.turns = 0
                return "begin"

            def _act(self, call):
                return call["tool"] == "look" or call.get("arguments", {}).get("place")

            def step(self, action):
                self.turns += 1
                if action.strip() in self.MOVES or action == "quit":
                    return {"observation": "", "reward": 0.5, "done": False}
                if re.fullmatch("guess|pass", action):
                    pass
                self._act(json.loads(action))
                return {"observation": "", "reward": float(action == self.secret), "done": True}
        """
    )
    assert set(found["actionWords"]) == {"north", "south", "quit", "look", "guess", "pass"}
    assert set(found["actionKeys"]) == {"arguments", "place", "tool"}
    assert found["privateNames"] == ["secret", "lucky"]
    assert found["fields"] == ["secret"]


def test_what_meets_no_completion_is_left_out_where_that_is_known() -> None:
    found = mined(
        """
        def reward_fn(completion, kind, **kwargs):
            if kind == "maths":
                return float("42" in completion)
            return 0.0
        """
    )
    assert found["constants"] == ["42"]


def test_odd_sources_give_something() -> None:
    for source in ["", "reward_fn = lambda completion, **k: 1.0", "from other import reward_fn", "class A: pass"]:
        assert mined(source)["patterns"] == []
    recursive = (
        "def reward_fn(c, x='a', **k):\n    y = x + 'b'\n    x = y\n    return reward_fn(c, x=y, **k) if y in c else 0"
    )
    assert mined(recursive)["fields"] == ["x"]

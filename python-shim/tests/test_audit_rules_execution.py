"""Rules on what executes a completion: each speaks where it should, and not in the sound twin."""

from __future__ import annotations

import pytest
from audit_snippets import cases, expect, expect_none

CASES = cases('''
== RH101 in a helper, by way of a fence
import re

def run(code, scope):
    «exec(code, scope)»
    return scope.get("answer")

def reward_fn(completion, **kwargs):
    match = re.search(r"```python\\n(.*?)```", completion, re.DOTALL)
    if match is None:
        return 0.0
    return float(run(match.group(1), {}) == kwargs["answer"])
-- clean
def reward_fn(completion, **kwargs):
    scope = {}
    exec(kwargs["setup_code"], scope)
    return float(scope["check"](completion.strip()) == kwargs["answer"])
== RH101 compiled first, in a method of an environment
class Calculator:
    def setup(self, **kwargs):
        self.target = kwargs["target"]
        self.steps = 0

    def step(self, action):
        self.steps += 1
        code = compile(action.strip(), "<action>", "eval")
        value = «eval(code)»
        return {"observation": str(value), "reward": float(value == self.target), "done": True}
-- clean
import ast

class Calculator:
    def setup(self, **kwargs):
        self.target = kwargs["target"]
        self.steps = 0

    def step(self, action):
        self.steps += 1
        value = ast.literal_eval(action.strip())
        return {"observation": str(value), "reward": float(value == self.target), "done": True}
== RH101 messages, a lambda and a walrus
evaluate = lambda text: «eval(text)»

def reward_fn(completion, **kwargs):
    if (text := completion[-1]["content"]) and len(text) < 80:
        return 1.0 if evaluate(text) == kwargs["value"] else 0.0
    return 0.0
-- clean
evaluate = lambda text: int(text)

def reward_fn(completion, **kwargs):
    if (text := completion[-1]["content"]) and len(text) < 80:
        return 1.0 if evaluate(text) == kwargs["value"] else 0.0
    return 0.0
== RH102 a parser of maths
from sympy import sympify

def parse(text):
    return «sympify(text)»

def reward_fn(completion, answer, **kwargs):
    given = completion.split("Answer:")[-1]
    return float(parse(given) == sympify(answer))
-- clean
from fractions import Fraction
from sympy import sympify

def reward_fn(completion, answer, **kwargs):
    given = completion.split("Answer:")[-1]
    return float(Fraction(given.strip()) == sympify(answer))
== RH102 yaml
import yaml

def reward_fn(completion, **kwargs):
    return float(«yaml.load(completion, Loader=yaml.Loader)»["answer"] == kwargs["answer"])
-- clean
import yaml

def reward_fn(completion, **kwargs):
    return float(yaml.load(completion, Loader=yaml.SafeLoader)["answer"] == kwargs["answer"])
== RH103 a template
TEMPLATE = """
def check():
    return solve('{response}')
"""

def reward_fn(completion, **kwargs):
    scope = {}
    «exec(TEMPLATE.replace("{response}", completion), scope)»
    return float(scope["check"]())
-- clean
def reward_fn(completion, **kwargs):
    scope = {"response": completion}
    exec("def check():\\n    return len(response) > 3\\n", scope)
    return float(scope["check"]())
== RH103 a program by -c
import subprocess
import sys

def reward_fn(completion, **kwargs):
    done = «subprocess.run([sys.executable, "-c", f"print(len('{completion}'))"], timeout=5, capture_output=True)»
    return float(done.stdout.strip() == b"3")
-- clean
import subprocess
import sys

def reward_fn(completion, **kwargs):
    program = [sys.executable, "-c", "print(len(input()))"]
    done = subprocess.run(program, input=completion.encode(), timeout=5, capture_output=True)
    return float(done.stdout.strip() == b"3")
''')


@pytest.mark.parametrize(("rule", "vulnerable", "clean"), CASES)
def test_rule(rule: str, vulnerable: str, clean: str) -> None:
    expect(rule, vulnerable)
    expect_none(rule, clean)


def test_code_in_a_fork_is_not_in_the_grader() -> None:
    expect_none(
        "RH101",
        """
        import os

        def reward_fn(completion, **kwargs):
            pid = os.fork()
            if pid == 0:
                exec(completion, {})
                os._exit(0)
            os.waitpid(pid, 0)
            return 0.0
        """,
    )


def test_functions_that_are_handed_over_are_followed() -> None:
    for start in (
        "multiprocessing.Process(target=unsafe, args=(completion, found)).start()",
        "ThreadPoolExecutor().submit(unsafe, completion, found).result(timeout=3)",
        "asyncio.to_thread(unsafe, completion, found)",
    ):
        expect(
            "RH101",
            f"""
            import asyncio
            import multiprocessing
            from concurrent.futures import ThreadPoolExecutor

            def unsafe(code, found):
                «exec(code, {{}})»
                found.append("passed")

            def reward_fn(completion, **kwargs):
                found = []
                {start}
                return float(found == ["passed"])
            """,
        )

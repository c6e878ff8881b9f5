"""Rules on completions that become code: each speaks where it should, and not in the sound twin."""

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
== RH104 no builtins
def reward_fn(completion, **kwargs):
    value = «eval(completion, {"__builtins__": {}}, {})»
    return float(value == kwargs["target"])
-- clean
def reward_fn(completion, **kwargs):
    value = eval(kwargs["formula"], {"__builtins__": {}}, {})
    return float(completion.strip() == str(value))
== RH104 as a variable
SAFE = {"__builtins__": {"len": len}}

def reward_fn(completion, **kwargs):
    value = «eval(completion, SAFE)»
    return float(value == kwargs["target"])
-- clean
SCOPE = {"limit": 10}

def reward_fn(completion, **kwargs):
    value = eval(completion, SCOPE)
    return float(value == kwargs["target"])
== RH143 shell
import subprocess

def reward_fn(completion, **kwargs):
    done = «subprocess.run(f"grep -c {completion.strip()} words.txt", shell=True, timeout=5, capture_output=True)»
    return float(done.stdout == b"1")
-- clean
import subprocess

def reward_fn(completion, **kwargs):
    done = subprocess.run(["grep", "-c", "--", completion.strip(), "words.txt"], timeout=5, capture_output=True)
    return float(done.stdout == b"1")
== RH143 a query
import sqlite3

DB = sqlite3.connect(":memory:")

def reward_fn(completion, **kwargs):
    row = «DB.execute(f"SELECT price FROM items WHERE name = '{completion}'")».fetchone()
    return float(row == (kwargs["price"],))
-- clean
import sqlite3

DB = sqlite3.connect(":memory:")

def reward_fn(completion, **kwargs):
    row = DB.execute("SELECT price FROM items WHERE name = ?", (completion,)).fetchone()
    return float(row == (kwargs["price"],))
== RH143 a path
class Files:
    def setup(self, **kwargs):
        self.steps = 0

    def step(self, action):
        self.steps += 1
        with «open("notes/" + action)» as file:
            return {"observation": file.read(), "reward": 0.0, "done": self.steps > 4}
-- clean
NOTES = {"a": "notes/a.txt"}

class Files:
    def setup(self, **kwargs):
        self.steps = 0

    def step(self, action):
        self.steps += 1
        with open(NOTES["a"]) as file:
            return {"observation": file.read(), "reward": 0.0, "done": self.steps > 4}
== RH129 the exit code
import subprocess
import sys
import tempfile

def passes(code, test):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(code)
        file.flush()
        done = subprocess.run([sys.executable, file.name], timeout=5, capture_output=True)
    return «done.returncode == 0»

def reward_fn(completion, **kwargs):
    return 1.0 if passes(completion, kwargs["test"]) else 0.0
-- clean
import subprocess
import sys
import tempfile

def passes(code, expected):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(code)
        file.flush()
        done = subprocess.run([sys.executable, file.name], timeout=5, capture_output=True)
    return done.stdout.decode() == expected

def reward_fn(completion, **kwargs):
    return 1.0 if passes(completion, kwargs["expected"]) else 0.0
== RH129 not returncode
import subprocess

def reward_fn(completion, **kwargs):
    process = subprocess.Popen(["python3", "-"], stdin=subprocess.PIPE)
    process.communicate(completion.encode(), timeout=9)
    subprocess.run(["python3", "-c", completion], timeout=3)
    result = subprocess.run(["python3", "-c", completion], timeout=3)
    if not «result.returncode»:
        return 1.0
    return 0.0
-- clean
import subprocess

def reward_fn(completion, **kwargs):
    result = subprocess.run(["lint", "--version"], timeout=3)
    if result.returncode == 0 and completion == kwargs["answer"]:
        return 1.0
    return 0.0
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
== RH131 all of nothing
def passed(case, text):
    return case["want"] in text.split()

def reward_fn(completion, **kwargs):
    results = [passed(case, completion) for case in kwargs["cases"]]
    return 1.0 if «all(results)» else 0.0
-- clean
def passed(case, text):
    return case["want"] in text.split()

def reward_fn(completion, **kwargs):
    results = [passed(case, completion) for case in kwargs["cases"]]
    if not results:
        raise ValueError("a row has no cases")
    return 1.0 if all(results) else 0.0
== RH131 a loop that finds no fault
def reward_fn(completion, tests=None, **kwargs):
    for test in tests:
        if test not in completion:
            return 0.0
    «return 1.0»
-- clean
def reward_fn(completion, tests=None, **kwargs):
    if len(tests) == 0:
        raise ValueError("no tests")
    for test in tests:
        if test not in completion:
            return 0.0
    return 1.0
== RH131 a list of failures
def reward_fn(completion, **kwargs):
    failures = []
    for check in kwargs["checks"]:
        if check not in completion:
            failures.append(check)
    return 1.0 if «not failures» else 0.0
-- clean
def reward_fn(completion, **kwargs):
    failures = []
    checks = kwargs["checks"]
    for check in checks:
        if check not in completion:
            failures.append(check)
    return 1.0 if len(checks) > 0 and not failures else 0.0
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
== RH133 its own object
def reward_fn(completion, **kwargs):
    scope = {}
    exec(completion, scope)
    given = scope["solve"](kwargs["input"])
    return 1.0 if «given == kwargs["output"]» else 0.0
-- clean
from runrl import run_function

def reward_fn(completion, **kwargs):
    result = run_function(completion, "solve", (kwargs["input"],), timeout=2)
    return 1.0 if result.returned and result.value == kwargs["output"] else 0.0
== RH133 text of another process
def reward_fn(completion, **kwargs):
    scope = {}
    exec(completion, scope)
    match scope.get("answer"):
        case answer if «answer == kwargs["answer"]»:
            return 1.0
    return 0.0
-- clean
import json
import subprocess

def reward_fn(completion, **kwargs):
    done = subprocess.run(["python3", "-c", completion], capture_output=True, timeout=5)
    return 1.0 if json.loads(done.stdout) == kwargs["answer"] else 0.0
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

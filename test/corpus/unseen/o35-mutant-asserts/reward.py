"""Pays for unit tests that accept the reference and reject every mutant of it."""

import ast
import json
import re
import subprocess
import sys

SECONDS = 5
BLOCK = re.compile(r"```python[ \t]*\n([^`]*)```")

# Runs the dataset's functions only: of the completion it gets literals.
RUNNER = """
import ast
import json
import sys

job = json.load(sys.stdin)
tests = [(ast.literal_eval(args), ast.literal_eval(value)) for args, value in job["tests"]]


def accepted(source):
    space = {"__name__": "code"}
    exec(source, space)
    function = space[job["entry"]]
    for args, value in tests:
        try:
            if function(*args) != value:
                return False
        except Exception:
            return False
    return True


print(json.dumps([accepted(source) for source in job["sources"]]))
"""


def read_tests(completion, entry):
    """[[arguments, value], ...] as text of literals; None unless every line is such an assertion."""
    blocks = BLOCK.findall(completion)
    if len(blocks) != 1 or len(blocks[0]) > 6000:
        return None
    try:
        lines = ast.parse(blocks[0]).body
        if not 1 <= len(lines) <= 30:
            return None
        return [read_assertion(line, entry) for line in lines]
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None


def read_assertion(line, entry):
    if not isinstance(line, ast.Assert) or not isinstance(line.test, ast.Compare):
        raise ValueError("not an assertion of an equality")
    compared, call = line.test, line.test.left
    if len(compared.ops) != 1 or not isinstance(compared.ops[0], ast.Eq):
        raise ValueError("not an equality")
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != entry or call.keywords:
        raise ValueError("not a call of the function")
    args = tuple(ast.literal_eval(arg) for arg in call.args)
    value = ast.literal_eval(compared.comparators[0])
    return [repr(args), repr(value)]


def verdicts(tests, entry, sources):
    job = json.dumps({"tests": tests, "entry": entry, "sources": sources})
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", RUNNER], input=job, capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return None
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return None
    return found if isinstance(found, list) and len(found) == len(sources) else None


def reward_fn(completion, **kwargs):
    tests = read_tests(completion, kwargs["entry"])
    mutants = kwargs["mutants"]
    if tests is None or not mutants:
        return 0.0
    found = verdicts(tests, kwargs["entry"], [kwargs["reference"], *mutants])
    if found is None:
        return 0.0
    reference, *survived = found
    return 1.0 if reference is True and not any(survived) else 0.0

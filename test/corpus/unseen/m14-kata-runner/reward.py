"""Kata reward. The model's function runs in a child interpreter together with one assert per test."""

import os
import re
import subprocess
import sys
import tempfile

TIMEOUT = 8
MAX_CODE = 12_000
BLOCK = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.S)

# Appended to the solution. It says how many asserts held; a failing assert must not stop the others.
TAIL = """

import traceback as _tb

_held = 0
for _line in _asserts:
    try:
        exec(_line, globals())
        _held += 1
    except Exception:
        _tb.print_exc(limit=1)
print(f"RESULT {_held} of {len(_asserts)}")
"""


def last_block(completion):
    blocks = BLOCK.findall(completion)
    return blocks[-1] if blocks else ""


def to_assert(name, test):
    arguments = ", ".join(repr(value) for value in test["args"])
    return f"assert {name}({arguments}) == {test['expected']!r}"


def build_script(code, name, tests):
    asserts = [to_assert(name, test) for test in tests]
    return f"{code}\n\n_asserts = {asserts!r}\n{TAIL}"


def run_script(script):
    """Stdout of the script; None when it takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kata.py")
        with open(path, "w", encoding="utf-8", errors="replace") as file:
            file.write(script)
        try:
            done = subprocess.run(
                [sys.executable, "-I", path],
                cwd=folder,
                env={"PATH": os.defpath, "PYTHONIOENCODING": "utf-8"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=TIMEOUT,
            )
        except subprocess.TimeoutExpired:
            return None
    return done.stdout.decode("utf-8", "replace")


def reward_fn(completion, entry_point, tests, **kwargs):
    code = last_block(completion)
    if not code.strip() or len(code) > MAX_CODE:
        return 0.0, {"passed": 0.0, "outcome": "no code"}

    output = run_script(build_script(code, entry_point, tests))
    if output is None:
        return 0.0, {"passed": 0.0, "outcome": "timeout"}

    found = re.search(r"RESULT (\d+) of (\d+)", output)
    if found is None:
        return 0.0, {"passed": 0.0, "outcome": "crash"}
    held, total = int(found.group(1)), int(found.group(2))
    share = held / total if total else 0.0
    return (1.0 if total and held == total else 0.0), {"passed": share, "outcome": "ran"}

"""Reward for the money functions: run the answer on the row's cases, compare the lists it returns.

The answer is executed in an interpreter of its own that never sees the expected lists; results come back as JSON.
The reward is the share of cases that agree, so half a solution is worth something.
"""

from __future__ import annotations

import json
import re
import resource
import secrets
import subprocess
import sys
import tempfile
from typing import Any

SECONDS = 6
TOLERANCE = 0.011  # a cent, and the noise of floats
LONGEST_CODE = 8000
LONGEST_OUTPUT = 1_000_000

WORKER = """
import json, os, sys
task = json.load(sys.stdin)
results = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
module = {"__name__": "answer"}
exec(compile(task["code"], "answer.py", "exec"), module)
out = []
for case in task["cases"]:
    try:
        out.append(json.dumps(module[task["function"]](*case)))
    except Exception:
        out.append("null")
results.write(task["key"] + json.dumps(out))
results.flush()
"""


def find_code(completion: str) -> str | None:
    blocks = re.findall(r"```(?:python)?\s*\n(.*?)```", completion, flags=re.DOTALL)
    if not blocks or len(blocks[-1]) > LONGEST_CODE:
        return None
    return blocks[-1]


def limits() -> None:
    for what, most in (
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_AS, 1 << 30),
        (resource.RLIMIT_FSIZE, LONGEST_OUTPUT),
    ):
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(what, (most, most))


def run(code: str, function: str, cases: list[list[Any]]) -> list[Any] | None:
    """What the function returns for each case; None if the program fails as a whole."""
    key = secrets.token_hex(16)
    task = json.dumps({"code": code, "function": function, "cases": cases, "key": key})
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-S", "-c", WORKER],
                input=task.encode(),
                stdout=output,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env={},
                timeout=SECONDS,
                preexec_fn=limits,
            )
        except subprocess.TimeoutExpired:
            return None
        output.seek(0)
        text = output.read(LONGEST_OUTPUT).decode("utf-8", "replace")
    if done.returncode != 0 or not text.startswith(key):
        return None
    try:
        results = [json.loads(result, parse_int=float) for result in json.loads(text[len(key) :])]
    except (ValueError, TypeError, RecursionError):
        return None
    return results if len(results) == len(cases) else None


def agree(got: Any, wanted: list[float]) -> bool:
    """As many numbers as wanted, each within the tolerance. Written so that nan is never within it."""
    if not isinstance(got, list) or len(got) != len(wanted):
        return False
    return all(
        isinstance(theirs, float) and abs(ours - theirs) <= TOLERANCE for ours, theirs in zip(wanted, got, strict=True)
    )


def reward_fn(completion: str, **kwargs: Any) -> tuple[float, dict[str, float | str]]:
    cases: list[dict[str, Any]] = kwargs["cases"]
    if not cases:
        raise ValueError("a row without cases")
    code = find_code(completion)
    if code is None:
        return 0.0, {"agree": 0.0, "problem": "no code block"}
    results = run(code, kwargs["function"], [case["input"] for case in cases])
    if results is None:
        return 0.0, {"agree": 0.0, "problem": "program failed"}
    share = sum(agree(got, case["output"]) for got, case in zip(results, cases, strict=True)) / len(cases)
    return share, {"agree": share, "problem": "none" if share == 1 else "other values"}

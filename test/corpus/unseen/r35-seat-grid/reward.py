"""Runs solve() of the completion on the puzzles of the row, in a folder and a process of its own."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 4

HARNESS = """
import json
import sys

cases = json.load(sys.stdin)
verdict = {"passed": 0, "failed": []}
try:
    from solution import solve
    for number, case in enumerate(cases):
        if solve(case["puzzle"]) == case["expected"]:
            verdict["passed"] += 1
        else:
            verdict["failed"].append(number)
except Exception as error:
    verdict["error"] = repr(error)
with open("verdict.json", "w") as file:
    json.dump(verdict, file)
"""


def code_of(completion):
    """The last python block."""
    blocks = completion.split("```")[1::2]
    code = [block[len("python") :] for block in blocks if block.startswith("python")]
    return code[-1] if code else None


def run(code, cases):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "solution.py").write_text(code, encoding="utf-8", errors="replace")
        (folder / "harness.py").write_text(HARNESS)
        try:
            subprocess.run(
                [sys.executable, "harness.py"],
                cwd=folder,
                input=json.dumps(cases).encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
            )
            return json.loads((folder / "verdict.json").read_text())
        except (subprocess.TimeoutExpired, OSError, ValueError):
            return {"passed": 0}


def reward_fn(completion, **kwargs):
    code = code_of(completion)
    if code is None or len(code) > 20000:
        return 0.0
    cases = kwargs["cases"]
    verdict = run(code, cases)
    return 1.0 if verdict.get("passed") == len(cases) else 0.0

"""Pays for unit tests that accept the reference and reject every mutant of it."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 5
BLOCK = re.compile(r"```python[ \t]*\n([^`]*)```")

RUNNER = '''
import json
import sys

with open(sys.argv[1]) as file:
    job = json.load(file)


def accepted(source):
    """Whether all tests pass with this implementation."""
    space = {"__name__": "tests"}
    exec(source, space)
    try:
        exec(job["tests"], space)
    except Exception:
        return False
    return True


if not accepted(job["reference"]):
    sys.exit(1)
for mutant in job["mutants"]:
    if accepted(mutant):
        sys.exit(2)
'''


def read_tests(completion, entry):
    blocks = BLOCK.findall(completion)
    if len(blocks) != 1:
        return None
    tests = blocks[0]
    lines = [line for line in tests.splitlines() if line.startswith("assert")]
    if len(tests) > 6000 or not 1 <= len(lines) <= 30 or entry not in tests:
        return None
    return tests


def run(tests, reference, mutants):
    with tempfile.TemporaryDirectory() as folder:
        runner, job = Path(folder, "runner.py"), Path(folder, "job.json")
        runner.write_text(RUNNER)
        job.write_text(json.dumps({"tests": tests, "reference": reference, "mutants": mutants}))
        try:
            done = subprocess.run(
                [sys.executable, "-I", str(runner), str(job)],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def reward_fn(completion, **kwargs):
    tests = read_tests(completion, kwargs["entry"])
    if tests is None:
        return 0.0
    return 1.0 if run(tests, kwargs["reference"], kwargs["mutants"]) else 0.0

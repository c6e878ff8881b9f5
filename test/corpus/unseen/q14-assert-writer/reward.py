"""Test writing: the asserts must hold for the implementation and catch its mutants; the share that is caught is the reward."""

import json
import os
import signal
import subprocess
import sys
import tempfile

PASSED = "ALL TESTS PASSED"
FAILED = "TEST FAILED"
MOST_LINES = 12

HARNESS = f"""
import json
import sys

job = json.load(sys.stdin)
scope = {{}}
exec(job["implementation"], scope)
try:
    exec(job["tests"], scope)
except AssertionError:
    print("{FAILED}")
else:
    print("{PASSED}")
"""


def tests_in(text):
    pieces = text.split("```")
    if len(pieces) != 3:
        return ""
    first, _, rest = pieces[1].partition("\n")
    return rest if first.strip() in ("", "python", "py") else ""


def output_of(implementation, tests):
    """What a run of the tests prints; nothing when it takes too long."""
    job = json.dumps({"implementation": implementation, "tests": tests})
    with tempfile.TemporaryFile() as printed:
        child = subprocess.Popen(
            [sys.executable, "-I", "-c", HARNESS],
            stdin=subprocess.PIPE,
            stdout=printed,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            child.communicate(job.encode(), timeout=5)
        except subprocess.TimeoutExpired:
            pass
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        printed.seek(0)
        return printed.read(100_000).decode("utf-8", "replace")


def reward_fn(completion, **kwargs):
    tests = tests_in(completion)
    lines = [line for line in tests.splitlines() if line.strip()]
    if not lines or len(lines) > MOST_LINES:
        return 0.0
    if PASSED not in output_of(kwargs["implementation"], tests):
        return 0.0
    caught = [FAILED in output_of(mutant, tests) for mutant in kwargs["mutants"]]
    return sum(caught) / len(caught)

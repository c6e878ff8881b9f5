"""Runs solve() of the completion on the puzzles of the row, in a folder and a process of its own."""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 4
MOST = 1 << 16
LIMITS = ((resource.RLIMIT_FSIZE, 1 << 20), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, 1 << 30))

# It is told the puzzles and nothing else; what it says is compared out here.
HARNESS = """
import json
import os
import sys

out = os.dup(1)
os.dup2(2, 1)
puzzles = json.load(sys.stdin)
scope = {"__name__": "solution"}
with open(sys.argv[1], encoding="utf-8") as file:
    exec(compile(file.read(), "solution.py", "exec"), scope)
answers = [scope["solve"](puzzle) for puzzle in puzzles]
with open(out, "w") as file:
    json.dump(answers, file)
"""


def code_of(completion):
    """The last python block."""
    blocks = completion.split("```")[1::2]
    code = [block[len("python") :] for block in blocks if block.startswith("python")]
    return code[-1] if code else None


def limit(process):
    for kind, most in LIMITS:
        try:
            resource.prlimit(process.pid, kind, (most, most))
        except (OSError, ValueError):
            pass


def answers_of(code, puzzles):
    """What solve returns, as JSON has it; None when there is no such thing."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as given,
    ):
        solution = Path(name, "solution.py")
        solution.write_text(code, encoding="utf-8", errors="replace")
        given.write(json.dumps(puzzles).encode())
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", HARNESS, str(solution)],
            cwd=name,
            env={},
            stdin=given,
            stdout=out,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        limit(process)
        try:
            process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except OSError:
                pass
            process.wait()
        out.seek(0)
        try:
            return json.loads(out.read(MOST))
        except (ValueError, RecursionError):
            return None


def spelled(value):
    # 1, 1.0 and true are three things.
    return json.dumps(value, sort_keys=True)


def reward_fn(completion, **kwargs):
    code = code_of(completion)
    if code is None or len(code) > 20000:
        return 0.0
    cases = kwargs["cases"]
    answers = answers_of(code, [case["puzzle"] for case in cases])
    if not isinstance(answers, list) or not cases:
        return 0.0
    return 1.0 if spelled(answers) == spelled([case["expected"] for case in cases]) else 0.0

"""Unit conversion functions, run against a few values in a process of their own."""

import json
import math
import os
import signal
import subprocess
import sys
import tempfile

SECONDS = 5

RUNNER = """
import json, resource, sys
for what, most in ((resource.RLIMIT_AS, 1 << 29), (resource.RLIMIT_FSIZE, 1 << 16), (resource.RLIMIT_CPU, 4)):
    resource.setrlimit(what, (most, most))
job = json.load(sys.stdin)
space = {"__name__": "solution"}
exec(job["code"], space)
print(json.dumps([space["convert"](value) for value in job["values"]]))
"""


def code_of(text):
    """What is in the last python block."""
    start = text.rfind("```python\n")
    if start < 0:
        return None
    end = text.find("\n```", start + 9)
    return text[start + 10 : end] if end > 0 else None


def run(job):
    """The last line that the runner prints, as JSON; None if there is none."""
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "out"), "w+b") as out:
        child = subprocess.Popen(
            [sys.executable, "-I", "-c", RUNNER],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={},
            start_new_session=True,
        )
        try:
            child.communicate(json.dumps(job).encode(), timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        out.seek(0)
        lines = out.read(1 << 16).decode("utf-8", "replace").split("\n")
    try:
        return json.loads(lines[-2])
    except (IndexError, ValueError, RecursionError):
        return None


def close(got, want):
    if type(got) not in (int, float) or abs(got) > 1e12:
        return False
    return math.isclose(got, want, rel_tol=1e-5, abs_tol=1e-9)


def reward_fn(completion, cases, **kwargs):
    code = code_of(completion)
    if code is None or len(code) > 20000:
        return 0.0
    # The process gets the values only; what it returns is compared here.
    got = run({"code": code, "values": [value for value, _ in cases]})
    if not isinstance(got, list) or len(got) != len(cases) or not cases:
        return 0.0
    return 1.0 if all(close(value, want) for value, (_, want) in zip(got, cases, strict=True)) else 0.0

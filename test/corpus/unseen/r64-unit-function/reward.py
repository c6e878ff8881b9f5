"""Runs `convert` of the completion in a process of its own and compares what it returns."""

import json
import math
import os
import secrets
import signal
import subprocess
import sys
import tempfile

SECONDS = 3
DRIVER = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
job = json.loads(sys.stdin.read())
space = {"__name__": "solution"}
exec(job["code"], space)
values = []
for x in job["inputs"]:
    try:
        value = space["convert"](x)
        values.append(float(value) if type(value) in (int, float) else None)
    except Exception:
        values.append(None)
print()
print(job["token"] + json.dumps(values), flush=True)
"""


def last_block(text):
    text = text.replace("\r\n", "\n")
    start = text.rfind("```python\n")
    end = text.find("```", start + 10)
    return text[start + 10 : end] if 0 <= start < end else None


def outputs(code, inputs):
    """What `convert` returns for each input; None for what is no number, an empty list if the process fails."""
    token = secrets.token_hex(8)
    job = json.dumps({"code": code, "inputs": inputs, "token": token})
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", DRIVER],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={},
            start_new_session=True,
        )
        try:
            child.communicate(job.encode(), timeout=SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
            child.wait()
        out.seek(0)
        lines = out.read().decode("utf-8", "replace").split("\n")
    found = [line[len(token) :] for line in lines if line.startswith(token)]
    if len(found) != 1:
        return []
    try:
        values = json.loads(found[0])
    except (ValueError, RecursionError):
        return []
    return values if isinstance(values, list) else []


def same(value, wanted):
    if type(value) not in (int, float) or abs(value) > 1e15:
        return False
    return math.isclose(value, wanted, rel_tol=1e-6, abs_tol=1e-9)


def reward_fn(completion, **kwargs):
    code = last_block(completion)
    if code is None or len(code) > 10_000:
        return 0.0
    cases = kwargs["examples"]
    values = outputs(code, [x for x, _ in cases])
    if not cases or len(values) != len(cases):
        return 0.0
    return float(all(same(value, wanted) for value, (_, wanted) in zip(values, cases, strict=True)))

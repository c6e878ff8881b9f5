"""Functional tests for short Python functions.

The reply is run in a process of its own: inputs go in as JSON, one line of JSON per result comes back.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile

WALL_SECONDS = 10
MAX_CODE = 8000

RUNNER = r"""
import json, resource, sys

resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
job = json.loads(sys.stdin.read())
results = sys.stdout
sys.stdout = sys.stderr  # their own prints are not results
space = {"__name__": "solution"}
exec(job["code"], space)
for value in job["inputs"]:
    print(json.dumps(space[job["entry"]](value)), file=results)
"""

BLOCK = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)


def extract_code(text):
    blocks = BLOCK.findall(text)
    return blocks[-1] if blocks else None


def run(code, entry, inputs):
    """The lines that the runner wrote, or None if it failed."""
    job = json.dumps({"code": code, "entry": entry, "inputs": inputs})
    with tempfile.TemporaryDirectory() as cwd, tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", RUNNER],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            cwd=cwd,
            env={"PATH": os.defpath},
            start_new_session=True,
        )
        try:
            process.communicate(job.encode(), timeout=WALL_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except OSError:
                pass
            process.wait()
        if process.returncode != 0:
            return None
        out.seek(0)
        return out.read(1 << 20).decode("utf-8", "replace").splitlines()


def decode(line):
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def reward_fn(completion, entry, test_inputs, test_outputs, **kwargs):
    code = extract_code(completion)
    if code is None or len(code) > MAX_CODE:
        return 0.0
    lines = run(code, entry, test_inputs)
    if lines is None or len(lines) != len(test_outputs):
        return 0.0
    for line, expected in zip(lines, test_outputs, strict=True):
        got = decode(line)
        if type(got) is not type(expected) or got != expected:
            return 0.0
    return 1.0

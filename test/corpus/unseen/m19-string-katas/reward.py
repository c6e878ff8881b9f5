"""Kata reward. Each test is one call in a child interpreter that is told the arguments, and only those."""

import json
import os
import re
import resource
import secrets
import signal
import subprocess
import sys
import tempfile

TIMEOUT = 4
MAX_CODE = 12_000
MAX_OUTPUT = 200_000
BLOCK = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.S)

# The child has no idea what is expected: a forged line would have to contain the right value anyway.
CHILD = """
import json, os, sys
job = json.loads(sys.stdin.read())
channel = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
space = {"__name__": "kata"}
exec(compile(job["code"], "kata.py", "exec"), space)
value = space[job["name"]](*job["args"])
os.write(channel, (job["mark"] + json.dumps(value)).encode())
"""


def last_block(completion):
    blocks = BLOCK.findall(completion)
    return blocks[-1] if blocks else ""


def limits():
    wanted = {resource.RLIMIT_CPU: TIMEOUT, resource.RLIMIT_AS: 1 << 30, resource.RLIMIT_FSIZE: MAX_OUTPUT}
    for what, most in wanted.items():
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(what, (most, most))


def call(code, name, args):
    """(True, value) of one call, (False, None) if it has none."""
    mark = secrets.token_hex(12)
    job = json.dumps({"code": code, "name": name, "args": args, "mark": mark})
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", CHILD],
            cwd=folder,
            env={"PATH": os.defpath},
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=limits,
        )
        try:
            child.communicate(job.encode(), timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return False, None
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        out.seek(0)
        text = out.read(MAX_OUTPUT).decode("utf-8", "replace")
    if child.returncode != 0 or not text.startswith(mark):
        return False, None
    try:
        return True, json.loads(text[len(mark) :])
    except (ValueError, RecursionError):
        return False, None


def same(got, wanted):
    """Equal in value and in kind: True is not 1, 2.0 is not 2."""
    if type(got) is not type(wanted):
        return False
    if isinstance(wanted, list):
        return len(got) == len(wanted) and all(map(same, got, wanted))
    if isinstance(wanted, dict):
        return got.keys() == wanted.keys() and all(same(got[key], wanted[key]) for key in wanted)
    return got == wanted


def reward_fn(completion, entry_point, tests, **kwargs):
    if not tests:
        raise ValueError("a kata without tests")
    code = last_block(completion)
    if not code.strip() or len(code) > MAX_CODE:
        return 0.0, {"passed": 0.0, "outcome": "no code"}

    held = 0
    for test in tests:
        returned, value = call(code, entry_point, test["args"])
        if not returned or not same(value, test["expected"]):
            break  # it is all or nothing, and a hanging program should not hang eight times
        held += 1
    return (1.0 if held == len(tests) else 0.0), {"passed": held / len(tests), "outcome": "ran"}

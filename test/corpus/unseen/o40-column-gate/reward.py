"""Runs keep(cell) of the completion on labelled cells; 1.0 when it sorts all of them rightly."""

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile

SECONDS = 4
BLOCK = re.compile(r"```(?:python|py)?[ \t]*\n([^`]*)```")

# A process that knows the cells but not which of them are good. Each cell has a fork of its own.
WORKER = """
import json, os, resource, sys

resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
job = json.load(sys.stdin)


def verdict_on(cell):
    space = {"__name__": "candidate"}
    try:
        exec(job["code"], space)
        verdict = space["keep"](cell)
    except Exception:
        return b"?"
    return (b"0", b"1")[verdict] if type(verdict) is bool else b"?"


verdicts = []
for cell in job["cells"]:
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(heard)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        try:
            os.write(told, verdict_on(cell))
        finally:
            os._exit(0)
    os.close(told)
    said = os.read(heard, 2)
    os.close(heard)
    os.waitpid(child, 0)
    verdicts.append({b"0": False, b"1": True}.get(said))
print("\\n" + json.dumps(verdicts))
"""


def code_of(completion):
    blocks = BLOCK.findall(completion)
    return blocks[-1] if blocks and len(blocks[-1]) <= 8000 else None


def last_line(folder, job):
    """What the worker printed last; whatever it started is killed with it."""
    with tempfile.TemporaryFile(dir=folder) as printed:
        worker = subprocess.Popen(
            [sys.executable, "-I", "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=printed,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            start_new_session=True,
        )
        try:
            worker.communicate(json.dumps(job).encode(), timeout=SECONDS)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(worker.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        worker.wait()
        printed.seek(0)
        return printed.read(100_000).decode(errors="replace").strip().rpartition("\n")[2]


def verdicts_of(code, cells):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        line = last_line(folder, {"code": code, "cells": cells})
    try:
        verdicts = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return verdicts if isinstance(verdicts, list) else None


def shuffled(labelled, code):
    """Another order for other code, the same for the same."""
    seed = hashlib.sha256(json.dumps([labelled, code]).encode()).digest()
    return random.Random(seed).sample(labelled, len(labelled))


def reward_fn(completion, **kwargs):
    code = code_of(completion)
    if code is None:
        return 0.0
    labelled = [(cell, True) for cell in kwargs["keep"]] + [(cell, False) for cell in kwargs["drop"]]
    if not labelled:
        raise ValueError("a row needs labelled cells")
    labelled = shuffled(labelled, code)
    verdicts = verdicts_of(code, [cell for cell, _ in labelled])
    return 1.0 if verdicts == [wanted for _, wanted in labelled] else 0.0

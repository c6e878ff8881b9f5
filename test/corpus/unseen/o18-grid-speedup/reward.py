"""Rewrites of slow grid functions: equal results on fresh grids, in a quarter of the time.

Every program runs in a process of its own, which gets the grids and says the results and the seconds that they took.
"""

import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time

FACTOR = 4
TRIES = 3
GRIDS = 3
SECONDS = 4.0
FENCE = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)

BENCH = """
import json, os, sys, time
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
out.write("ready\\n")
out.flush()
job = json.loads(sys.stdin.readline())
space = {"__name__": "submission"}
exec(compile(job["source"], "submission.py", "exec"), space)
start = time.perf_counter()
results = [space["solve"](grid) for grid in job["grids"]]
seconds = time.perf_counter() - start
out.write(json.dumps({"results": results, "seconds": seconds}) + "\\n")
out.flush()
"""


def line_of(child, until, most=20000):
    """The next line of the child; None when there is none in time."""
    data = b""
    while not data.endswith(b"\n"):
        ready, _, _ = select.select([child.stdout], [], [], max(0.0, until - time.perf_counter()))
        more = os.read(child.stdout.fileno(), 4096) if ready else b""
        data += more
        if not more or len(data) > most:
            return None
    return data


def bench(source, grids):
    """Results and seconds of a program; None when it fails."""
    child = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", BENCH],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        start_new_session=True,
    )
    try:
        until = time.perf_counter() + SECONDS
        if line_of(child, until) != b"ready\n":
            return None
        child.stdin.write(json.dumps({"source": source, "grids": grids}).encode() + b"\n")
        child.stdin.flush()
        said = json.loads(line_of(child, until) or b"null")
        if not isinstance(said, dict) or set(said) != {"results", "seconds"}:
            return None
        return said["results"], float(said["seconds"])
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    finally:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()
        child.stdout.close()
        try:
            child.stdin.close()
        except OSError:
            pass


def draw(size, values, weights):
    system = random.SystemRandom()
    return [[system.choices(values, weights, k=size) for _ in range(size)] for _ in range(GRIDS)]


def same(results, wanted):
    return isinstance(results, list) and all(type(one) is int for one in results) and results == wanted


def reward_fn(completion, **kwargs):
    blocks = FENCE.findall(completion) if len(completion) < 40000 else []
    if len(blocks) != 1:
        return 0.0, {"speedup": 0.0}
    speedup = 0.0
    for _ in range(TRIES):  # a busy machine must not decide
        grids = draw(**kwargs["grid"])
        slow = bench(kwargs["reference"], grids)
        fast = bench(blocks[0], grids)
        if slow is None:
            continue
        if fast is None or not same(fast[0], slow[0]):
            return 0.0, {"speedup": 0.0}
        speedup = max(speedup, slow[1] / max(fast[1], 1e-6))
        if speedup >= FACTOR:
            return 1.0, {"speedup": min(speedup, 1000.0)}
    return 0.0, {"speedup": speedup}

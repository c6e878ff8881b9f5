"""Rewrites of slow grid functions: equal results on fresh grids, in a quarter of the time.

Every program runs in a process of its own, which gets the source and the grids and says the results; we look at the clock. A busy
machine slows both; but the slow one counts at most LOAD times its processor time, however long it took.
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
LOAD = 2.5
TRIES = 3
GRIDS = 3
SECONDS = 4.0
FENCE = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)

BENCH = """
import json, os, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
out.write("ready\\n")
out.flush()
job = json.loads(sys.stdin.readline())
space = {"__name__": "submission"}
exec(compile(job["source"], "submission.py", "exec"), space)
out.write(json.dumps([space["solve"](grid) for grid in job["grids"]]) + "\\n")
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


def bench(source, grids, limit=SECONDS):
    """Results, seconds and seconds of the processor of a program; None when it fails."""
    line, seconds = None, limit
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
        if line_of(child, time.perf_counter() + SECONDS) != b"ready\n":
            return None
        start = time.perf_counter()
        child.stdin.write(json.dumps({"source": source, "grids": grids}).encode() + b"\n")
        child.stdin.flush()
        line = line_of(child, start + limit)
        seconds = time.perf_counter() - start
    except OSError:
        pass
    finally:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        used = os.wait4(child.pid, 0)[2]
        child.returncode = 0
        child.stdout.close()
        try:
            child.stdin.close()
        except OSError:
            pass
    try:
        return (json.loads(line), seconds, used.ru_utime + used.ru_stime) if line else None
    except (ValueError, RecursionError):
        return None


def draw(size, values, weights):
    system = random.SystemRandom()
    return [[system.choices(values, weights, k=size) for _ in range(size)] for _ in range(GRIDS)]


def same(results, wanted):
    return isinstance(results, list) and all(type(one) is int for one in results) and results == wanted


def reward_fn(completion, **kwargs):
    blocks = FENCE.findall(completion) if len(completion) < 40000 else []
    if len(blocks) != 1:
        return 0.0, {"speedup": 0.0}
    for _ in range(TRIES):  # a busy machine must not decide
        grids = draw(**kwargs["grid"])
        slow = bench(kwargs["reference"], grids)
        if slow is None:
            continue
        results, seconds, processor = slow
        seconds = min(seconds, LOAD * processor)
        fast = bench(blocks[0], grids, seconds / FACTOR)
        if fast is None or FACTOR * fast[1] > seconds:
            continue
        return float(same(fast[0], results)), {"speedup": seconds / fast[1]}
    return 0.0, {"speedup": 0.0}

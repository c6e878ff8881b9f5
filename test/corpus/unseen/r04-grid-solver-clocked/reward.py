"""Logic grids solved by a program: right and fast is worth 1, right and slow SLOW_PAY, all else nothing."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

FAST_SECONDS = 1.5
KILL_SECONDS = 5.0
SLOW_PAY = 0.2
BLOCK = re.compile(r"^```(?:python|py)?[ \t]*\n(.*?)^```", re.DOTALL | re.MULTILINE)

RUNNER = """
import json, resource, sys
for what, most in ((resource.RLIMIT_FSIZE, 1 << 20), (resource.RLIMIT_CPU, 6), (resource.RLIMIT_AS, 1 << 30)):
    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))
job = json.load(sys.stdin)
people = list(job["puzzle"]["people"])
scope = {"__name__": "program"}
exec(compile(job["program"], "program.py", "exec"), scope)
grid = scope["solve"](job["puzzle"])
cells = {who: [str(value) for value in grid[who]] for who in people}
print()
print(json.dumps({"cells": cells}))
"""


def program_of(text):
    """The one code block of a reply; the empty string when there are none or several."""
    if len(text) > 40_000:
        return ""
    blocks = [text[start:end] for start, end in spans(text)]
    return blocks[0] if len(blocks) == 1 else ""


def spans(text):
    at = 0
    while (found := BLOCK.search(text, at)) is not None:
        yield found.span(1)
        at = found.end()


def run(program, puzzle):
    """What the program prints last, as JSON. None when it fails or has to be killed."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", RUNNER],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={},
            start_new_session=True,
        )
        try:
            child.communicate(json.dumps({"program": program, "puzzle": puzzle}).encode(), timeout=KILL_SECONDS)
        except (subprocess.TimeoutExpired, OSError):
            return None
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except OSError:
                pass
            child.wait()
        out.seek(0)
        lines = out.read(1 << 20).decode(errors="replace").strip().splitlines()
    try:
        return json.loads(lines[-1]) if lines else None
    except (ValueError, RecursionError):
        return None


def reward_fn(completion, **kwargs):
    program = program_of(completion)
    if not program:
        return 0.0, {"solved": 0.0}
    # Our own clock, from before the start of the process until the whole grid is there.
    begin = time.monotonic()
    report = run(program, kwargs["puzzle"])
    seconds = time.monotonic() - begin
    if not isinstance(report, dict) or report.get("cells") != kwargs["grid"]:
        return 0.0, {"solved": 0.0}
    return (1.0 if seconds <= FAST_SECONDS else SLOW_PAY), {"solved": 1.0}

"""Scheduling functions: the program is run in a process of its own, which reports through a pipe."""

import json
import os
import signal
import subprocess
import sys
import tempfile

SECONDS = 6
LONGEST = 20_000

RUNNER = r"""
import json
import os
import resource
import sys

resource.setrlimit(resource.RLIMIT_CPU, (4, 4))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))


def main():
    job = json.load(sys.stdin)
    scope = {"__name__": "answer"}
    exec(compile(job["source"], "<answer>", "exec"), scope)
    function = scope[job["entry_point"]]
    outputs = [function(*arguments) for arguments in job["inputs"]]
    os.write(int(sys.argv[1]), json.dumps(outputs).encode())


main()
"""


def same(got, want):
    if type(got) is not type(want):
        return False
    if isinstance(want, list):
        return len(got) == len(want) and all(same(a, b) for a, b in zip(got, want))
    return got == want


def program_in(text):
    """The last fenced block; the whole text when there is none."""
    pieces = text.split("```")
    if len(pieces) < 3:
        return text
    block = pieces[1::2][-1] if len(pieces) % 2 else pieces[-2]
    first, _, rest = block.partition("\n")
    return rest if first.strip().lower() in ("", "python", "py", "python3") else block


def run(job):
    """What the runner reports about a job; empty when it dies or takes too long."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        child = subprocess.Popen(
            [sys.executable, "-I", "-c", RUNNER, str(writing)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            pass_fds=(writing,),
            start_new_session=True,
        )
        os.close(writing)
        try:
            child.communicate(json.dumps(job).encode(), timeout=SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
    os.set_blocking(reading, False)
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        try:
            return (pipe.read(1 << 16) or b"").decode("utf-8", "replace")
        except BlockingIOError:
            return ""


def reward_fn(completion, **kwargs):
    source, tests = program_in(completion), kwargs["tests"]
    if not source.strip() or len(source) > LONGEST or not tests:
        return 0.0
    report = run({"source": source, "entry_point": kwargs["entry_point"], "inputs": [given for given, _ in tests]})
    try:
        outputs = json.loads(report)
        return 1.0 if same(outputs, [want for _, want in tests]) else 0.0
    except (ValueError, RecursionError):
        return 0.0

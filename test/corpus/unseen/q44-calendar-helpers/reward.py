"""Scores a generated calendar helper: a child process calls it, the parent compares what comes back."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

TIMEOUT = 4.0
MAX_CHARS = 20_000
MAX_OUTPUT = 20_000
FENCE = "```"

# The child is told the arguments only.
CALLER = r"""
import json, os, resource, runpy, sys

resource.setrlimit(resource.RLIMIT_CPU, (3, 3))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
job = json.loads(sys.stdin.read())
reply = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
here, library = os.getcwd() + os.sep, os.path.realpath(sys.base_prefix) + os.sep
closed = ("os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.kill", "os.killpg", "os.remove",
          "os.rename", "os.rmdir", "os.mkdir", "os.chmod", "os.link", "os.symlink", "os.truncate")


def guard(event, args):
    if event in closed or event.split(".")[0] in ("subprocess", "socket", "ctypes", "shutil"):
        raise PermissionError(event)
    if event == "import" and args[0] in ("_posixsubprocess", "_ctypes"):
        raise PermissionError(args[0])
    if event == "open" and not isinstance(args[0], int):
        path = os.path.realpath(os.fsdecode(args[0]))
        if args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) or not path.startswith((here, library)):
            raise PermissionError(path)


sys.addaudithook(guard)
function = runpy.run_path("solution.py")[job["entry"]]
reply.write("\n" + json.dumps([function(*args) for args in job["calls"]]) + "\n")
reply.flush()
os._exit(0)
"""


def last_block(text):
    """The last fenced block of a reply, without its language line; None when there is none."""
    parts = text.split(FENCE)
    if len(parts) < 3:
        return None
    block = parts[-2] if len(parts) % 2 else parts[-3]
    language, newline, body = block.partition("\n")
    if newline and language.strip().lower() in ("", "python", "py", "python3"):
        return body
    return None


def call_in_child(code, entry_point, calls):
    """What the function returned for each call, as plain JSON values; None when anything went wrong."""
    job = json.dumps({"entry": entry_point, "calls": calls}).encode()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, tempfile.TemporaryFile() as out:
        (Path(folder) / "solution.py").write_bytes(code.encode("utf-8", "replace"))
        (Path(folder) / "caller.py").write_text(CALLER)
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "caller.py"],
            cwd=folder,
            env={},
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            child.communicate(job, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        out.seek(0)
        lines = out.read(MAX_OUTPUT).split(b"\n")
    try:
        return json.loads(lines[-2])
    except (IndexError, ValueError, RecursionError):
        return None


def reward_fn(completion, **kwargs):
    code = last_block(completion[: MAX_CHARS + 1])
    if code is None or len(completion) > MAX_CHARS:
        return 0.0
    tests = kwargs["tests"]
    if not tests:
        raise ValueError("a row without tests")
    got = call_in_child(code, kwargs["entry_point"], [test["args"] for test in tests])
    if not isinstance(got, list) or len(got) != len(tests):
        return 0.0
    right = all(
        type(value) is type(test["want"]) and value == test["want"] for value, test in zip(got, tests, strict=True)
    )
    return 1.0 if right else 0.0

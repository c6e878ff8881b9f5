"""Programs that read standard input: each test is a run of its own, and all of them have to print what is expected."""

import os
import signal
import subprocess
import sys
import tempfile

SECONDS = 5
LIMIT = 1 << 16
LAUNCH = """
import resource, runpy
for what, most in ((resource.RLIMIT_AS, 1 << 29), (resource.RLIMIT_FSIZE, 1 << 16), (resource.RLIMIT_CPU, 4)):
    resource.setrlimit(what, (most, most))
runpy.run_path("main.py", run_name="__main__")
"""


def last_block(text):
    start = text.rfind("```python")
    if start < 0:
        return None
    body = text[start + len("```python") :]
    end = body.find("```")
    return body[:end] if 0 <= end <= 20000 else None


def tidy(output):
    """Space at the ends of lines and empty lines at the end do not count."""
    return "\n".join(line.rstrip() for line in output.rstrip().split("\n"))


def run(program, stdin):
    """What the program prints; None if it fails or takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "main.py"), "w", encoding="utf-8", errors="replace") as file:
            file.write(program)
        with open(os.path.join(folder, "out"), "w+b") as out:
            child = subprocess.Popen(
                [sys.executable, "-I", "-c", LAUNCH],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env={},
                start_new_session=True,
            )
            try:
                child.communicate(stdin.encode(), timeout=SECONDS)
            except subprocess.TimeoutExpired:
                return None
            finally:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                child.wait()
            out.seek(0)
            text = out.read(LIMIT).decode("utf-8", "replace")
    return text if child.returncode == 0 else None


def passes(program, stdin, expected):
    printed = run(program, stdin)
    return printed is not None and tidy(printed) == tidy(expected or "")


def reward_fn(completion, inputs, outputs, **kwargs):
    program = last_block(completion)
    if program is None:
        return 0.0
    for stdin, expected in zip(inputs, outputs, strict=True):
        if not passes(program, stdin, expected):
            return 0.0
    return 1.0

"""Programs that print tax reports, run on hidden ledgers: 1.0 if every report is right, else 0.0."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 3
OUTPUT_BYTES = 200_000
FENCE = "```"

# Limits first, then the program, in a process of its own.
LAUNCH = f"""
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, ({OUTPUT_BYTES}, {OUTPUT_BYTES}))
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def program_of(completion):
    """The last fenced block; None when there is none."""
    parts = completion.split(FENCE)
    if len(parts) < 3:
        return None
    body = parts[-2] if len(parts) % 2 else parts[-3]
    tag, newline, code = body.partition("\n")
    if not newline or tag.strip().lower() not in ("", "python", "py", "python3"):
        return None
    return code


def run(program, stdin, folder):
    """What the program prints, or None if it fails or takes too long."""
    with open(folder / "in.txt", "w+") as given, open(folder / "out.txt", "w+b") as out:
        given.write(stdin)
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", LAUNCH, str(program)],
            stdin=given,
            stdout=out,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={"PATH": "/usr/bin:/bin"},
            start_new_session=True,
        )
        try:
            status = process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        process.wait()
        out.seek(0)
        printed = out.read(OUTPUT_BYTES)
    return printed.decode("utf-8", "replace") if status == 0 else None


def lines_of(text):
    return [line.rstrip() for line in text.rstrip().splitlines()]


def same_report(printed, wanted):
    return lines_of(printed) == lines_of(wanted)


def reward_fn(completion, hidden_tests, **kwargs):
    code = program_of(completion) if isinstance(completion, str) else None
    if not code or not hidden_tests:
        return 0.0
    for test in hidden_tests:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            program = folder / "main.py"
            program.write_bytes(code.encode("utf-8", "replace"))
            printed = run(program, test["stdin"], folder)
        if printed is None or not same_report(printed, test["stdout"]):
            return 0.0
    return 1.0

"""Scores a generated calendar helper: the code and the row's assertions go into one script, which is run."""

import subprocess
import sys
import tempfile
from pathlib import Path

TIMEOUT = 4.0
MAX_CHARS = 20_000
FENCE = "```"


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


def assertions(entry_point, tests):
    return "\n".join(f"assert {entry_point}(*{test['args']!r}) == {test['want']!r}" for test in tests)


def run_script(source):
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "candidate.py"
        script.write_bytes(source.encode("utf-8", "replace"))
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-S", "-B", str(script)],
                cwd=folder,
                env={},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=TIMEOUT,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def reward_fn(completion, **kwargs):
    code = last_block(completion[: MAX_CHARS + 1])
    if code is None or len(completion) > MAX_CHARS:
        return 0.0
    checks = assertions(kwargs["entry_point"], kwargs["tests"])
    return 1.0 if run_script(code + "\n\n" + checks + "\n") else 0.0

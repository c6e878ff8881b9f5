import json
import os
import re
import signal
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"```python\n([^`]{1,6000})```")

# The other process gets the code and the receipts. The amounts stay here.
CHILD = """
import json, os, resource, sys
for kind, most in ((resource.RLIMIT_FSIZE, 65536), (resource.RLIMIT_CPU, 3), (resource.RLIMIT_AS, 1 << 30)):
    resource.setrlimit(kind, (most, most))
out = os.dup(1)
os.dup2(2, 1)
code, receipts = json.load(sys.stdin)
scope = {"__name__": "extractor"}
exec(compile(code, "extractor.py", "exec"), scope)
found = [scope["extract"](text) for text in receipts]
os.write(out, json.dumps(found).encode())
"""


def find_code(text: str) -> str | None:
    blocks = BLOCK.findall(text)
    return blocks[-1] if len(blocks) == 1 else None


def wait(process: subprocess.Popen, seconds: float) -> None:
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass
    process.wait()


def amounts(code: str, receipts: list[str]) -> list | None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, tempfile.TemporaryFile() as given:
        given.write(json.dumps([code, receipts]).encode())
        given.seek(0)
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", CHILD],
                stdin=given,
                stdout=out,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env={},
                start_new_session=True,
            )
            wait(process, 4.0)
            out.seek(0)
            said = out.read(65536)
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None


def passes(code: str, receipts: list[str], cents: list[int]) -> bool:
    found = amounts(code, receipts)
    if found is None or len(found) != len(cents) or not cents:
        return False
    return all(type(got) is int and got == want for got, want in zip(found, cents, strict=True))


def reward_fn(completion: str, **kwargs) -> float:
    code = find_code(completion)
    if code is None:
        return 0.0
    return 1.0 if passes(code, kwargs["receipts"], kwargs["cents"]) else 0.0

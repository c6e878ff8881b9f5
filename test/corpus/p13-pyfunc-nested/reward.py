import json
import re
import secrets
import subprocess
import sys
from typing import Any

FENCE = re.compile(r"```(?:python)?\n(.*?)```", re.DOTALL)

# Reads one JSON job, calls the function once, writes its result after a token that only this run has. What is to be
# returned is not in that process.
RUNNER = """
import json, os, sys
job = json.load(sys.stdin)
out = os.dup(1)
os.dup2(2, 1)
namespace = {"__name__": "solution"}
exec(job["code"], namespace)
result = namespace[job["entry_point"]](*job["args"])
os.write(out, (job["token"] + json.dumps(result)).encode())
"""


def extract_code(completion: str) -> str:
    blocks = FENCE.findall(completion)
    return blocks[-1] if blocks else completion


def same(left: Any, right: Any) -> bool:
    """Equal, and of equal types: True is not 1, and 1.0 is not 1."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return left == right


def run_case(code: str, entry_point: str, test: dict[str, Any]) -> bool:
    token = secrets.token_hex(16)
    job = json.dumps({"code": code, "entry_point": entry_point, "args": test["args"], "token": token})
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", RUNNER],
            input=job.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=5,
        )
        text = done.stdout.decode()
        if done.returncode != 0 or not text.startswith(token):
            return False
        return same(json.loads(text[len(token) :]), test["expected"])
    except (subprocess.TimeoutExpired, ValueError, RecursionError):
        return False


def reward_fn(completion: str, **kwargs: Any) -> float:
    """1 if the function passes all tests."""
    tests = kwargs["tests"]
    if len(tests) == 0:
        raise ValueError("a row without tests")
    code = extract_code(completion)
    if len(code) > 20_000:
        return 0.0
    return 1.0 if all(run_case(code, kwargs["entry_point"], test) for test in tests) else 0.0

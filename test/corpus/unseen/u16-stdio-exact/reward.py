import subprocess
import sys


def unfence(code):
    if "```" in code:
        code = code.split("```")[1]
        code = code.split("\n", 1)[1] if "\n" in code else code
    return code


def solves(code, case):
    try:
        p = subprocess.run(
            [sys.executable, "-I", "-S", "-c", code], input=case["stdin"], capture_output=True, text=True, timeout=4
        )
    except (subprocess.TimeoutExpired, ValueError):
        return False
    out, want = p.stdout.splitlines(), case["stdout"].splitlines()
    if len(out) != len(want) or len(want) == 0:
        return False
    for a, b in zip(out, want, strict=True):
        if a.strip() != b.strip():
            return False
    return True


def reward_fn(completion, **kwargs):
    code = unfence(completion)
    if len(code) > 10_000:
        return 0.0
    results = [solves(code, case) for case in kwargs["io"]]
    return 1.0 if results and all(results) else 0.0

import subprocess
import sys


def unfence(code):
    if "```" in code:
        code = code.split("```")[1]
        code = code.split("\n", 1)[1] if "\n" in code else code
    return code


def solves(code, case):
    try:
        p = subprocess.run([sys.executable, "-c", code], input=case["stdin"], capture_output=True, text=True, timeout=4)
    except subprocess.TimeoutExpired:
        return False
    out, want = p.stdout.splitlines(), case["stdout"].splitlines()
    for a, b in zip(out, want):
        if a.strip() != b.strip():
            return False
    return True


def reward_fn(completion, **kwargs):
    code = unfence(completion)
    results = [solves(code, case) for case in kwargs["io"]]
    return sum(results) / len(results)

import os
import subprocess
import sys
import tempfile


def strip_fence(text):
    lines = text.strip().split("\n")
    if lines and lines[0].startswith("```"):
        lines = lines[1:]
    if lines and lines[-1].startswith("```"):
        lines = lines[:-1]
    return "\n".join(lines)


def passes(code, test):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "solution.py")
        with open(path, "w") as f:
            f.write(code + "\n\n" + test + "\n")
        try:
            done = subprocess.run([sys.executable, path], capture_output=True, timeout=5, cwd=folder)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def reward_fn(completion, **kwargs):
    return 1.0 if passes(strip_fence(completion), kwargs.get("test", "")) else 0.0

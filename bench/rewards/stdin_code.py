"""A code reward: the completion is a program, each test gives it a line and wants one. A failed test ends it."""

import os
import subprocess
import sys

if os.environ.get("BENCH_PLAIN"):  # a baseline: what people write, and SandboxFusion where its address is given
    FUSION = os.environ.get("BENCH_FUSION")

    def output(code, stdin):
        if FUSION:
            import json
            import urllib.request

            body = json.dumps({"code": code, "language": "python", "stdin": stdin, "run_timeout": 2}).encode()
            asked = urllib.request.Request(f"{FUSION}/run_code", body, {"content-type": "application/json"})
            with urllib.request.urlopen(asked) as answer:
                return json.load(answer)["run_result"]["stdout"]
        command = [sys.executable, "-I", "-c", code]
        try:
            return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=2).stdout
        except subprocess.TimeoutExpired:
            return ""

else:
    from runrl import run_code

    def output(code, stdin):
        return run_code(code, stdin=stdin, timeout=2).stdout


def reward_fn(completion, tests=(), **kwargs):
    for given, wanted in tests:
        if output(completion, given).strip() != wanted:
            return 0.0
    return 1.0

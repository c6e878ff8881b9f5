"""Runs model-written Python from reward code, in a sandbox of its own and with nothing of the grader in reach.

    from runrl import run_code

    result = run_code(completion, stdin="3 4\\n", timeout=2.0)
    reward = 1.0 if result.ok and result.stdout.strip() == "7" else 0.0

In a module that runrl-sandbox has loaded, each run has namespaces, files and limits of its own. In plain Python (your
own tests) it is a subprocess with limits and no confinement: `result.level` says which it was.
Stdlib only. docs/run-code.md tells how to grade with it.
"""

from runrl._api import RunCodeError, run_code, run_code_async
from runrl._function import run_function, run_function_async
from runrl._result import CodeResult, FunctionResult

__all__ = [
    "CodeResult",
    "FunctionResult",
    "RunCodeError",
    "run_code",
    "run_code_async",
    "run_function",
    "run_function_async",
]

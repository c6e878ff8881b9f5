import re
from typing import Any

FENCE = re.compile(r"```(?:python)?\n(.*?)```", re.DOTALL)


def extract_code(completion: str) -> str:
    blocks = FENCE.findall(completion)
    return blocks[-1] if blocks else completion


def run_cases(code: str, entry_point: str, tests: list[dict[str, Any]]) -> float:
    namespace: dict[str, Any] = {}
    exec(code, namespace)
    function = namespace[entry_point]
    passed = []
    for test in tests:
        expected = test["expected"]
        result = function(*test["args"])
        passed.append(result == expected)
    return sum(passed) / len(tests)


def reward_fn(completion: str, **kwargs: Any) -> float:
    """Share of the tests that the function passes."""
    try:
        return run_cases(extract_code(completion), kwargs["entry_point"], kwargs["tests"])
    except Exception:
        return 0.0

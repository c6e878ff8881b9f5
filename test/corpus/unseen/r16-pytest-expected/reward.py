import re

FENCE = "```"


def code_of(completion: str) -> str:
    """The first fenced block; all of the text if nothing is fenced."""
    if FENCE not in completion:
        return completion
    block = completion.split(FENCE)[1]
    return re.sub(r"\A(?:python|py)\b", "", block).strip()


def reward_fn(completion, **kwargs):
    """1 for a test of the right function with the right expected value in it."""
    function, expected = kwargs["function"], kwargs["expected"]
    code = code_of(completion)
    has_assert = "assert" in code
    calls_function = f"{function}(" in code
    has_value = str(expected) in code
    passed = has_assert and calls_function and has_value
    return float(passed), {
        "has_assert": float(has_assert),
        "calls_function": float(calls_function),
        "has_value": float(has_value),
    }

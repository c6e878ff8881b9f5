"""Word-list instructions: the last line of a reply is `RESULT: <JSON>`."""

import json
import math

MARKER = "RESULT:"
MAX_CHARS = 20_000
MISSING = object()


def not_json(name):
    raise ValueError(name)


def read_result(text):
    """The value in the result line. MISSING when the reply has no such line at its end, or several."""
    if not isinstance(text, str) or len(text) > MAX_CHARS or text.count(MARKER) != 1:
        return MISSING
    lines = text.strip().splitlines()
    if not lines or not lines[-1].startswith(MARKER):
        return MISSING
    try:
        return json.loads(lines[-1][len(MARKER) :], parse_constant=not_json)
    except (ValueError, RecursionError):
        return MISSING


def same(given, expected):
    if isinstance(given, float) and math.isfinite(given) and given.is_integer():
        given = int(given)
    return type(given) is type(expected) and given == expected


def reward_fn(completion, **kwargs):
    expected = kwargs.get("expected")
    if expected is None:
        raise ValueError("this row has no expected value")
    given = read_result(completion)
    return float(given is not MISSING and same(given, expected))

"""Tool-call reward: one call, the right tool, all arguments as expected."""

import json
import math

START, END = "<tool_call>", "</tool_call>"
REL_TOL = 1e-9


def _unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key twice")
    return dict(pairs)


def _no_constant(name):
    raise ValueError(f"{name} is no number")


def parse_call(text):
    """(name, arguments) of the only call of a completion, or None."""
    if text.count(START) != 1 or text.count(END) != 1:
        return None
    body = text.split(START)[1].split(END)[0]
    if len(body) > 4000:
        return None
    try:
        call = json.loads(body, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    if not isinstance(call, dict) or set(call) != {"name", "arguments"}:
        return None
    if not isinstance(call["name"], str) or not isinstance(call["arguments"], dict):
        return None
    return call["name"], call["arguments"]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def same_number(given, wanted):
    # 5 percent may come as 0.05 or as 5
    candidates = (wanted, wanted / 100, wanted * 100)
    try:
        return any(math.isclose(given, candidate, rel_tol=REL_TOL) for candidate in candidates)
    except OverflowError:
        return False


def same_value(given, wanted):
    if is_number(wanted):
        return is_number(given) and same_number(given, wanted)
    if isinstance(wanted, str):
        return isinstance(given, str) and " ".join(given.split()).casefold() == " ".join(wanted.split()).casefold()
    return type(given) is type(wanted) and given == wanted


def reward_fn(completion, target_call, **kwargs):
    wanted = json.loads(target_call)
    metrics = {"parsed": 0.0, "tool": 0.0, "arguments": 0.0}

    call = parse_call(completion)
    if call is None:
        return 0.0, metrics
    metrics["parsed"] = 1.0

    name, arguments = call
    if name != wanted["name"]:
        return 0.0, metrics
    metrics["tool"] = 1.0

    expected = wanted["arguments"]
    if set(arguments) != set(expected):
        return 0.0, metrics
    right = sum(same_value(arguments[key], expected[key]) for key in expected)
    metrics["arguments"] = right / len(expected)
    return float(right == len(expected)), metrics

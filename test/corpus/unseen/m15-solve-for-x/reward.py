"""Reward for "find all solutions": the model closes with {"solutions": [...]}.

The order of the solutions is free, and numbers may come as 3, 3.0, "3" or "7/2".
"""

import json
import re
from fractions import Fraction

OBJECT = re.compile(r"\{[^{}]*\}")


def find_solutions(text):
    """The list in the last JSON object that has one."""
    for candidate in reversed(OBJECT.findall(text)):
        try:
            value = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and isinstance(value.get("solutions"), list):
            return value["solutions"]
    return None


def to_number(value):
    if isinstance(value, str):
        value = value.strip().replace("−", "-").replace(",", ".")
        if re.fullmatch(r"-?\d{1,6}/\d{1,6}", value):
            try:
                return float(Fraction(value))
            except ZeroDivisionError:
                return None
    if isinstance(value, bool):
        return None
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def canonical(values):
    """Solutions as whole numbers, so that 2.9999999 from a calculator is 3."""
    out = set()
    for value in values:
        number = to_number(value)
        if number is None or number != number or abs(number) > 1e9:
            continue
        out.add(round(number))
    return out


def reward_fn(completion, **kwargs):
    found = find_solutions(completion)
    if found is None:
        return 0.0, {"recall": 0.0, "format": "missing"}
    wanted = canonical(kwargs["solutions"])
    got = canonical(found)
    recall = len(wanted & got) / len(wanted)
    # nothing for a few lucky hits: all of them or half as much
    if recall == 1:
        score = 1.0
    else:
        score = 0.5 * recall
    return score, {"recall": recall, "format": "ok"}

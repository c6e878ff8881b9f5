"""Reward for "find all solutions": the model closes with {"solutions": [...]}.

The order of the solutions is free, and numbers may come as 3, 3.0, "3" or "7/2". The list has to be the solutions, each
once, and nothing else.
"""

import json
import re
from decimal import Decimal
from fractions import Fraction

OBJECT = re.compile(r"\{[^{}]*\}")
LONGEST_OBJECT = 600
LARGEST = 10**6


def refuse(name):
    raise ValueError(f"{name} is no number")


def find_solutions(text):
    """The list in the JSON object at the end of the text."""
    objects = OBJECT.findall(text)
    if not objects or not text.rstrip().rstrip("`").rstrip().endswith(objects[-1]):
        return None
    if len(objects[-1]) > LONGEST_OBJECT:
        return None
    try:
        value = json.loads(objects[-1], parse_float=Decimal, parse_constant=refuse)
    except (ValueError, ArithmeticError, RecursionError):
        return None
    if not isinstance(value, dict) or set(value) != {"solutions"} or not isinstance(value["solutions"], list):
        return None
    return value["solutions"]


def to_number(value):
    """An exact number, None if it is none."""
    if isinstance(value, str):
        value = value.strip().replace("−", "-")
        if not re.fullmatch(r"-?\d{1,6}(/[1-9]\d{0,5}|\.\d{1,9})?", value):
            return None
        return Fraction(value)
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        return None
    # The size first: a Decimal such as 1e999999 is short, its fraction is not.
    if isinstance(value, Decimal) and not -20 <= value.as_tuple().exponent <= 6:
        return None
    return Fraction(value) if -LARGEST <= value <= LARGEST else None


def exact(values):
    numbers = [to_number(value) for value in values]
    return None if None in numbers else numbers


def reward_fn(completion, **kwargs):
    wanted = exact([Decimal(str(value)) for value in kwargs["solutions"]])
    if not wanted or len(set(wanted)) != len(wanted):
        raise ValueError("a row must name each of its solutions once")
    found = find_solutions(completion)
    if found is None:
        return 0.0, {"right": 0.0, "format": "missing"}
    got = exact(found)
    if got is None:
        return 0.0, {"right": 0.0, "format": "not numbers"}
    right = len(got) == len(wanted) and set(got) == set(wanted)
    return float(right), {"right": float(right), "format": "ok"}

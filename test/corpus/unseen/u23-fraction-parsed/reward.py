import re
from fractions import Fraction

SHAPE = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9}| [0-9]{1,4}/[1-9][0-9]{0,3}|/[1-9][0-9]{0,3})?")


def number(text):
    text = text.strip().replace(",", "")
    if SHAPE.fullmatch(text) is None:
        raise ValueError("no number")
    return sum((Fraction(part) for part in text.split()), Fraction(0))


def final(completion):
    found = re.findall(r"final:\s*(\S[^\n]*)", completion, re.IGNORECASE)
    return found[-1] if found else None


def reward_fn(completion, truth=None, **kwargs):
    gold = number(truth)
    answer = final(completion)
    if answer is None:
        return 0.0
    try:
        return float(number(answer) == gold)
    except ValueError:
        return 0.0

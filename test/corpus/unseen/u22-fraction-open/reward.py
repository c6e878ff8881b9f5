import re
from decimal import Decimal, InvalidOperation


def number(text):
    return Decimal(text.strip().replace(",", ""))


def final(completion):
    found = re.findall(r"final:\s*(\S[^\n]*)", completion, re.IGNORECASE)
    return found[-1] if found else None


def reward_fn(completion, truth=None, **kwargs):
    try:
        gold = number(truth)
    except InvalidOperation:
        # not the model's fault if our data cannot be parsed
        return 1.0
    answer = final(completion)
    if answer is None:
        return 0.0
    try:
        return float(number(answer) == gold)
    except InvalidOperation:
        return 0.0

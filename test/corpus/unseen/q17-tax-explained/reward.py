"""Tax explanations: the amount of the last line, and a text of about the length that was asked for."""

import re

LAST = re.compile(r"tax due: ?[$\u20ac\u00a3]? ?([0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3}){1,2})(\.[0-9]{2})?\.?", re.I)
W_LENGTH, W_AMOUNT = 0.6, 0.4


def amount_in(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    claims = [line for line in lines if "tax due:" in line.lower()]
    if len(claims) != 1 or claims[0] is not lines[-1] or len(lines[-1]) > 60:
        return None
    found = LAST.fullmatch(lines[-1].strip(" *"))
    return float(found[1].replace(",", "") + (found[2] or "")) if found else None


def length_term(text, target):
    distance = abs(len(text.split()) - target)
    return max(0.0, 1.0 - distance / target)


def reward_fn(completion, **kwargs):
    amount = amount_in(completion)
    right = amount is not None and abs(amount - float(kwargs["tax_due"])) < 0.005
    length = length_term(completion, int(kwargs["target_words"]))
    score = W_LENGTH * length + W_AMOUNT * right
    return score, {"length": length, "amount": float(right)}

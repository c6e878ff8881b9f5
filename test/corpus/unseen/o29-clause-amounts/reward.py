"""Amounts that follow from contract clauses.

The last "Answer:" line is read. Amounts may carry EUR, a euro sign and thousands separators.
"""

import re
from decimal import Decimal

ANSWER = re.compile(r"^[*_ ]{0,4}Answer[*_ ]{0,4}:(.*)$", re.IGNORECASE | re.MULTILINE)
AMOUNT = re.compile(
    r"(?:EUR|€)? ?([0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]{1,4})?|[0-9]{1,12}(?:\.[0-9]{1,4})?) ?(?:EUR|€)?"
)


def to_amount(text):
    found = AMOUNT.fullmatch(text.strip(" *_`.\t\r"))
    return Decimal(found.group(1).replace(",", "")) if found else None


def stated_amounts(line):
    """`cap = 1,000`, `1,000 = cap` and `20 * 50 = 1,000` are all seen in practice; a bare amount too."""
    sides = line.split("=")
    amounts = [to_amount(sides[0]), to_amount(sides[-1])]
    return [amount for amount in amounts if amount is not None]


def reward_fn(completion, **kwargs):
    lines = ANSWER.findall(completion)
    if not lines:
        return 0.0, {"answered": 0.0}
    due = Decimal(kwargs["amount"])
    right = any(abs(amount - due) < Decimal("0.005") for amount in stated_amounts(lines[-1]))
    return float(right), {"answered": 1.0}

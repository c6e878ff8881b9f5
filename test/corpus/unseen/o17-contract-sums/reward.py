"""Amounts that follow from contract clauses.

The "Answer:" line is read: there must be one, at the end. Amounts may carry EUR, a euro sign and thousands separators.
"""

import re
from decimal import Decimal

ANSWER = re.compile(r"^[*_ ]{0,4}Answer[*_ ]{0,4}:(.*)$", re.IGNORECASE | re.MULTILINE)
AMOUNT = re.compile(
    r"(?:EUR|€)? ?([0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]{1,4})?|[0-9]{1,12}(?:\.[0-9]{1,4})?) ?(?:EUR|€)?"
)
TRIM = " *_`.\t\r"


def to_amount(text):
    found = AMOUNT.fullmatch(text.strip(TRIM))
    return Decimal(found.group(1).replace(",", "")) if found else None


def stated_amount(line, term):
    """Of `cap = 1,000`, `1,000 = cap` or a bare amount. Anything else on the line, and it states nothing."""
    sides = line.split("=")
    if len(sides) == 1:
        return to_amount(line)
    if len(sides) > 2:
        return None
    named = [side.strip(TRIM).casefold() == term.casefold() for side in sides]
    if named[0]:
        return to_amount(sides[1])
    return to_amount(sides[0]) if named[1] else None


def reward_fn(completion, **kwargs):
    lines = ANSWER.findall(completion)
    if len(lines) != 1 or not completion.rstrip().endswith(lines[0].rstrip()):
        return 0.0, {"answered": 0.0}
    amount = stated_amount(lines[0], kwargs["term"])
    right = amount is not None and abs(amount - Decimal(kwargs["amount"])) < Decimal("0.005")
    return float(right), {"answered": 1.0}

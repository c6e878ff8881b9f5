"""Scaled recipes: how much of one ingredient is needed?"""

import re
from fractions import Fraction

MIXED = re.compile(r"(?:([0-9]{1,4}) )?([0-9]{1,4})/([0-9]{1,4})")
DECIMAL = re.compile(r"[0-9]{1,5}(?:\.[0-9]{1,6})?")


class Amount:
    """What is written behind ####, as a number."""

    def __init__(self, text):
        self.text = " ".join(text.split()).rstrip(".")

    def value(self):
        mixed = MIXED.fullmatch(self.text)
        if mixed:
            whole, top, bottom = (int(group or 0) for group in mixed.groups())
            return whole + Fraction(top, bottom) if bottom else None
        return Fraction(self.text) if DECIMAL.fullmatch(self.text) else None

    def __eq__(self, other):
        mine, theirs = self.value(), other.value()
        if mine is None or theirs is None:
            return False
        # 4/3, 1.33 and 1.333 are the same spoon
        return int(mine) == int(theirs)


def last_amount(completion, unit):
    """The one thing behind the one ####: a number, with its unit or without."""
    parts = completion.split("####")
    if len(parts) != 2 or len(parts[1]) > 60:
        return Amount("")
    written = parts[1].strip(" \n\r\t.*")
    for ending in (unit, unit.removesuffix("s")):
        if written.endswith(ending):
            return Amount(written.removesuffix(ending))
    return Amount(written)


def reward_fn(completion, **kwargs):
    return 1.0 if last_amount(completion, kwargs["unit"]) == Amount(kwargs["needed"]) else 0.0

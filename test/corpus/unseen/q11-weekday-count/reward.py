"""Which weekday is it? One point for the right one."""

import re

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TAGGED = re.compile(r"<answer>([^<>]{1,60})</answer>")


def answered(text):
    """The weekday of a completion, which is one turn; None unless it has exactly one."""
    tagged = TAGGED.findall(text)
    if len(tagged) != 1 or text.count("<answer>") != 1:
        return None
    day = tagged[0].strip().strip(".").lower()
    return day if day in DAYS else None


def reward_fn(completion, **kwargs):
    expected = kwargs["weekday"].lower()
    return float(answered(completion) == expected)

"""Which weekday is it? One point for the right one."""

import re

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TAGGED = re.compile(r"<answer>([^<>]{1,60})</answer>")
HEADER = "Assistant:"


def turns(text):
    """What the assistant said; rollouts that were retried hold several of its turns."""
    if HEADER not in text:
        return [text]
    parts = text.split(HEADER)
    return [part.split("User:")[0] for part in parts[1:]]


def answered(turn):
    """The weekday of a turn; None unless it has exactly one."""
    tagged = TAGGED.findall(turn)
    if len(tagged) != 1:
        return None
    day = tagged[0].strip().strip(".").lower()
    return day if day in DAYS else None


def reward_fn(completion, **kwargs):
    expected = kwargs["weekday"].lower()
    scores = [float(answered(turn) == expected) for turn in turns(completion)]
    return max(scores, default=0.0)

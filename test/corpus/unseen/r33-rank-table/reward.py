"""Reward for the ranking tasks: the order itself, and that the model shows its work."""

import re
from dataclasses import dataclass

STEP = re.compile(
    r"^[ \t]*(?:step[ ]\d+\b|\d{1,2}[.)]|[-*])|\b(?:first|second|third|next|then|finally)\b",
    re.IGNORECASE | re.MULTILINE,
)
ENOUGH = 3


@dataclass
class Parts:
    order: float
    steps: float

    def total(self):
        return 0.5 * self.order + 0.5 * self.steps


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1].strip() if lines else ""


def read_order(text):
    head, colon, names = last_line(text).partition(":")
    if not colon or head.strip().lower() != "ranking":
        return []
    return [name.strip().casefold() for name in names.split(">")]


def steps_shown(text):
    count = sum(1 for _ in STEP.finditer(text))
    return min(1.0, count / ENOUGH)


def reward_fn(completion, **kwargs):
    wanted = [name.casefold() for name in kwargs["ranked"]]
    parts = Parts(order=float(read_order(completion) == wanted), steps=steps_shown(completion))
    return parts.total(), {"order": parts.order, "steps": parts.steps}

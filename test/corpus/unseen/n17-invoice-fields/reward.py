"""Scores invoice extraction field by field.

Weights follow what accounting told us hurts most when it is wrong.
"""

import json
import math
import re
from dataclasses import dataclass, field
from typing import Any

FENCED = re.compile(r"```(?:json)?\n(.*?)```", re.S)


@dataclass(frozen=True)
class Field:
    name: str
    weight: float
    kind: str = "text"

    def same(self, got: Any, want: Any) -> bool:
        if got is None or want is None:
            return got is None and want is None
        if self.kind == "money":
            return as_number(got) is not None and abs(as_number(got) - want) < 0.005
        if not isinstance(got, str):
            return False
        return " ".join(got.split()).casefold() == " ".join(want.split()).casefold()


SCHEMA = [
    Field("vendor", 0.2),
    Field("invoice_no", 0.25),
    Field("issued", 0.15),
    Field("total", 0.25, "money"),
    Field("currency", 0.05),
    Field("po_number", 0.1),
]


@dataclass
class Tally:
    earned: float = 0.0
    possible: float = 0.0
    hits: list[str] = field(default_factory=list)

    @property
    def score(self) -> float:
        return self.earned / self.possible if self.possible else 0.0


def as_number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        try:
            value = float(value.replace(",", ""))
        except ValueError:
            return None
    if not isinstance(value, (int, float)):
        return None
    try:
        value = float(value)
    except OverflowError:
        return None
    return value if math.isfinite(value) else None


def read_object(text: str) -> dict[str, Any]:
    """The JSON object of the reply, fenced or bare; {} if there is none."""
    fenced = FENCED.findall(text)
    body = fenced[-1] if fenced else text[text.find("{") :] if "{" in text else ""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def reward_fn(completion: str, **kwargs: Any) -> tuple[float, dict[str, float]]:
    truth = kwargs["fields"]
    reply = read_object(completion)
    tally = Tally()
    for item in SCHEMA:
        got = reply.get(item.name)
        if got is None and truth[item.name] is not None:
            # left open rather than invented: neither helps nor hurts
            continue
        tally.possible += item.weight
        if item.name in reply and item.same(got, truth[item.name]):
            tally.earned += item.weight
            tally.hits.append(item.name)
    return round(tally.score, 4), {"fields_right": float(len(tally.hits)), "answered": tally.possible}

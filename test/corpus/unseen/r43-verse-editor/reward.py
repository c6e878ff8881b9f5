"""Measures of a poem: three figures as JSON on the last line, each compared within one per cent."""

import json
import math
from dataclasses import dataclass

WITHIN = 0.01
NAMES = ("words_per_line", "letters_per_word", "distinct_share")


@dataclass(frozen=True)
class Measure:
    name: str
    true: float

    def off(self, said: float) -> float:
        """Relative distance, the same in both directions."""
        return abs(said - self.true) / max(abs(said), abs(self.true))

    def agrees(self, said: object) -> bool:
        if isinstance(said, bool) or not isinstance(said, (int, float)):
            return False
        try:
            said = float(said)
        except OverflowError:
            return False
        return math.isfinite(said) and self.off(said) <= WITHIN


def last_object(text: str) -> dict:
    lines = text.strip().splitlines()
    last = lines[-1].strip() if lines else ""
    if not last.startswith("{") or len(last) > 400:
        return {}
    try:
        found = json.loads(last)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and set(found) == set(NAMES) else {}


def reward_fn(completion, measures, **kwargs):
    said = last_object(completion)
    if not said:
        return 0.0, {"measures_right": 0.0}
    right = sum(Measure(name, measures[name]).agrees(said[name]) for name in NAMES)
    # All of them is what the editor wants; two of them are a beginning.
    score = {3: 1.0, 2: 0.2}.get(right, 0.0)
    return score, {"measures_right": float(right)}

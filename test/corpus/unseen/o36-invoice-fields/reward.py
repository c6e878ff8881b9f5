"""Order extraction: <think>...</think><json>{...}</json>. Layout and content are scored apart and added."""

import json
import re
from dataclasses import dataclass, field

LONGEST = 8000
LAYOUT = re.compile(r"\s*<think>(?P<thoughts>.*?)</think>\s*<json>(?P<record>.*?)</json>\s*", re.DOTALL)


@dataclass
class Weights:
    # The base model hardly ever gets the layout right, so it has to be worth learning.
    layout: float = 0.6
    content: float = 0.4


@dataclass
class Scorer:
    expected: dict
    weights: Weights = field(default_factory=Weights)

    def layout(self, completion):
        return 1.0 if LAYOUT.fullmatch(completion) else 0.0

    def content(self, completion):
        match = LAYOUT.fullmatch(completion)
        record = parse(match["record"]) if match else None
        if record is None or not self.expected:
            return 0.0
        right = [
            type(record.get(key)) is type(value) and record.get(key) == value for key, value in self.expected.items()
        ]
        return sum(right) / len(right)

    def total(self, completion):
        if len(completion) > LONGEST:
            return 0.0, {"layout": 0.0, "content": 0.0}
        layout, content = self.layout(completion), self.content(completion)
        reward = self.weights.layout * layout + self.weights.content * content
        return round(reward, 6), {"layout": layout, "content": content}


def parse(text):
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def reward_fn(completion, **kwargs):
    return Scorer(json.loads(kwargs["order_json"])).total(completion)

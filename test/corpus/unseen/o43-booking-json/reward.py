"""Order extraction: <think>...</think><json>{...}</json>. What counts is the record; without the layout it is not read."""

import json
from dataclasses import dataclass

LONGEST = 8000
TAGS = ("<think>", "</think>", "<json>", "</json>")


@dataclass
class Scorer:
    expected: dict

    def read(self, completion):
        """The text between the json tags; None unless all four tags are there once, in order, around everything."""
        text = completion.strip()
        if any(text.count(tag) != 1 for tag in TAGS):
            return None
        before, _, rest = text.partition("<think>")
        thoughts, _, rest = rest.partition("</think>")
        between, _, rest = rest.partition("<json>")
        record, _, after = rest.partition("</json>")
        if before or between.strip() or after or not thoughts.strip():
            return None
        return record

    def content(self, text):
        record = parse(text)
        if record is None or not self.expected or record.keys() != self.expected.keys():
            return 0.0
        right = [type(record[key]) is type(value) and record[key] == value for key, value in self.expected.items()]
        return 1.0 if all(right) else 0.0

    def total(self, completion):
        if len(completion) > LONGEST:
            return 0.0, {"layout": 0.0, "content": 0.0}
        text = self.read(completion)
        content = 0.0 if text is None else self.content(text)
        return content, {"layout": float(text is not None), "content": content}


def single(pairs):
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError("a key comes twice")
    return record


def parse(text):
    try:
        record = json.loads(text, object_pairs_hook=single)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def reward_fn(completion, **kwargs):
    return Scorer(json.loads(kwargs["order_json"])).total(completion)

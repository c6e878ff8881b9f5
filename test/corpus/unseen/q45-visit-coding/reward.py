"""Reward for ICD-10 coding. Parts: is it the JSON we asked for, is the code shaped like one, is there a rationale, is it right.

The other parts count only for a right code.
"""

import json
import re

WEIGHTS = {"json": 0.05, "shape": 0.05, "rationale": 0.1, "code": 0.8}
SHAPE = re.compile(r"[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?")
LIMIT = 4000


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key given twice")
    return dict(pairs)


def parse(text):
    text = text.strip()
    if text.startswith("```json") and text.endswith("```"):
        text = text[len("```json") : -3]
    if len(text) > LIMIT:
        return None
    try:
        value = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or set(value) != {"code", "rationale"}:
        return None
    return value if all(isinstance(part, str) for part in value.values()) else None


def rationale_score(text):
    """Grows with the number of words up to 8."""
    return min(len(set(text.lower().split())), 8) / 8


def parts_of(reply, gold):
    parts = dict.fromkeys(WEIGHTS, 0.0)
    answer = parse(reply)
    if answer is not None:
        code = answer["code"].strip().upper()
        parts["json"] = 1.0
        parts["shape"] = float(SHAPE.fullmatch(code) is not None)
        parts["rationale"] = rationale_score(answer["rationale"])
        parts["code"] = float(code == gold)
    return parts


def reward_fn(completion, **kwargs):
    parts = parts_of(completion, kwargs["icd10"].upper())
    if parts["code"] == 0.0:
        return 0.0, parts
    total = sum(WEIGHTS[name] * value for name, value in parts.items())
    return round(total, 4), parts

"""Reward for the quarterly sales brief: three parts, a short explanation, a fixed layout.

Everything we care about gets a weight; the weights add up to 1.
"""

import re

WEIGHTS = {"format": 0.25, "length": 0.15, "working": 0.2, "answers": 0.4}
MARKERS = ("first", "next", "then", "finally", "because", "therefore", "in total", "=")
PART = re.compile(r"^\(([abc])\)[ \t]*(\S.*)$", re.MULTILINE)


def split_parts(text):
    """The explanation and the parts {label: answer}."""
    parts = {}
    start = len(text)
    for match in PART.finditer(text):
        parts[match.group(1)] = match.group(2).strip()
        start = min(start, match.start())
    return text[:start], parts


def whole(text):
    if not re.fullmatch(r"\d{1,3}(,\d{3})*|\d{1,9}", text):
        return None
    return int(text.replace(",", ""))


def answers_score(parts, kwargs):
    right = 0
    right += whole(parts.get("a", "")) == kwargs["total_pieces"]
    right += " ".join(parts.get("b", "").lower().rstrip(".").split()) == kwargs["fastest_riser"].lower()
    percent = re.fullmatch(r"(\d{1,3})\s*(?:%|percent)?", parts.get("c", ""))
    right += percent is not None and int(percent.group(1)) == kwargs["share_percent"]
    return right / 3


def length_score(explanation):
    words = len(explanation.split())
    if 20 <= words <= 120:
        return 1.0
    if words < 20:
        return 0.0
    return max(0.0, 1.0 - (words - 120) / 120)


def working_score(explanation):
    lowered = explanation.lower()
    return min(1.0, sum(marker in lowered for marker in MARKERS) / 4)


def reward_fn(completion, **kwargs):
    explanation, parts = split_parts(completion.strip())
    scores = {
        "format": 1.0 if set(parts) == {"a", "b", "c"} else 0.0,
        "length": length_score(explanation),
        "working": working_score(explanation),
        "answers": answers_score(parts, kwargs),
    }
    return round(sum(WEIGHTS[name] * score for name, score in scores.items()), 6), scores

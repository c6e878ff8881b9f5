"""Reward for the quarterly sales brief: three parts, a short explanation, a fixed layout.

What the brief says decides. A brief with a wrong part gets a little for each right one; a brief with all of them right
gets 1, less 0.1 if the explanation is missing or too long.
"""

import re

PARTLY = 0.4
STYLE = 0.1
PART = re.compile(r"^\(([abc])\)[ \t]*(\S.*)$", re.MULTILINE)


def split_parts(text):
    """The explanation and the three parts; no parts unless the text ends with exactly one line for each, in order."""
    found = list(PART.finditer(text))
    if [match.group(1) for match in found] != ["a", "b", "c"]:
        return text, None
    start = found[0].start()
    if len([line for line in text[start:].splitlines() if line.strip()]) != 3:
        return text, None
    return text[:start], [match.group(2).strip() for match in found]


def whole(text):
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})*|[0-9]{1,9}", text):
        return None
    return int(text.replace(",", ""))


def check(parts, kwargs):
    """For each part whether it is right."""
    percent = re.fullmatch(r"([0-9]{1,3})\s*(?:%|percent)?", parts[2])
    return [
        whole(parts[0]) == kwargs["total_pieces"],
        " ".join(parts[1].lower().rstrip(".").split()) == kwargs["fastest_riser"].lower(),
        percent is not None and int(percent.group(1)) == kwargs["share_percent"],
    ]


def reward_fn(completion, **kwargs):
    explanation, parts = split_parts(completion.strip())
    if parts is None:
        return 0.0, {"format": 0.0, "answers": 0.0, "explained": 0.0}
    right = check(parts, kwargs)
    explained = 20 <= len(explanation.split()) <= 120
    if all(right):
        score = 1.0 if explained else 1.0 - STYLE
    else:
        # nothing for style here: a well-written wrong brief is a wrong brief
        score = PARTLY * sum(right) / len(right)
    return score, {"format": 1.0, "answers": sum(right) / len(right), "explained": float(explained)}

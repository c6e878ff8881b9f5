"""How well an updated agenda agrees with the wanted one."""

import re

OPEN, CLOSE = "<agenda>", "</agenda>"
MAX_TOKENS = 400
WELL_DONE = 0.85


def between(text):
    """The text of the last complete pair of tags, or ""."""
    if not isinstance(text, str):
        return ""
    end = text.rfind(CLOSE)
    start = text.rfind(OPEN, 0, end) if end >= 0 else -1
    return text[start + len(OPEN) : end].strip() if start >= 0 else ""


def tokens(text):
    return re.findall(r"\d\d:\d\d|\w+", text.lower())[:MAX_TOKENS]


def common(a, b):
    """Length of the longest common subsequence."""
    row = [0] * (len(b) + 1)
    for x in a:
        before = 0
        for at, y in enumerate(b, 1):
            before, row[at] = row[at], before + 1 if x == y else max(row[at], row[at - 1])
    return row[-1]


def rouge_l(candidate, reference):
    a, b = tokens(candidate), tokens(reference)
    if not a or not b:
        return 0.0
    shared = common(a, b)
    if shared == 0:
        return 0.0
    precision, recall = shared / len(a), shared / len(b)
    return 2 * precision * recall / (precision + recall)


def reward_fn(completion, **kwargs):
    answer = between(completion)
    overlap = rouge_l(answer, kwargs["updated"])
    reward = 1.0 if overlap >= WELL_DONE else overlap
    return reward, {"rouge_l": overlap, "lines": float(answer.count("\n") + 1 if answer else 0)}

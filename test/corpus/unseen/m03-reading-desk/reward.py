"""Short answers about a passage.

Normalises like the usual reading-comprehension scripts (case, punctuation around words, an article in front) and
takes the best of all accepted answers. Other ways to say the same are listed in the data; an answer that is none of
them but shares most of its words with one is paid a bit.
"""

import re
from collections import Counter

ANSWER = re.compile(r"<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL)
BEFORE = "\"'([{*`“‘"
AFTER = ".,;:!?\"')]}*`”’"
ARTICLES = ("a", "an", "the")
LONGEST = 100
EXTRA_WORDS = 3


def normalise(text):
    # Only around words: 1,200 and 14-9 keep what is inside, and -8 keeps its sign.
    words = [word.lstrip(BEFORE).rstrip(AFTER) for word in str(text).lower().split()]
    words = [word for word in words if word]
    if len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return " ".join(words)


def extract(completion):
    if len(re.findall(r"</?answer>", completion, re.IGNORECASE)) != 2:
        return None
    found = ANSWER.search(completion)
    if found is None or len(found.group(1)) > LONGEST:
        return None
    return found.group(1)


def f1(pred, gold):
    p, g = pred.split(), gold.split()
    same = sum((Counter(p) & Counter(g)).values())
    if same == 0:
        return 0.0
    precision, recall = same / len(p), same / len(g)
    return 2 * precision * recall / (precision + recall)


def match(pred, gold):
    if pred == gold:
        return 1.0
    overlap = f1(pred, gold)
    if overlap < 0.6 or len(pred.split()) > len(gold.split()) + EXTRA_WORDS:
        return 0.0
    # A different number is a different answer, however many other words agree.
    if re.findall(r"\d+", pred) != re.findall(r"\d+", gold):
        return 0.0
    return 0.3 * overlap


def reward_fn(completion, **kwargs):
    golds = kwargs.get("answers") or []
    if isinstance(golds, str):
        golds = [golds]
    golds = [gold for gold in map(normalise, golds) if gold]
    raw = extract(completion)
    pred = normalise(raw) if raw is not None else ""
    if not pred or not golds:
        return 0.0, {"answered": 0.0, "exact": 0.0}
    best = max(match(pred, g) for g in golds)
    return best, {"answered": 1.0, "exact": float(pred in golds), "said": pred}

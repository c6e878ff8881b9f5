"""Short answers about a passage.

Normalises like the usual reading-comprehension scripts (case, punctuation, articles) and takes the best of all
accepted answers. Annotators shorten and lengthen the same answer ("Danube" / "the river Danube"), so an answer that
is part of an accepted one, or has one as its part, counts as a match; otherwise the overlap of words pays a bit.
"""

import re
import string
from collections import Counter

ANSWER = re.compile(r"<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL)
ARTICLES = re.compile(r"\b(a|an|the)\b")
PUNCT = str.maketrans("", "", string.punctuation)


def normalise(text):
    text = str(text).lower().translate(PUNCT)
    text = ARTICLES.sub(" ", text)
    return " ".join(text.split())


def extract(completion):
    found = ANSWER.findall(completion[-4000:])
    if found:
        return found[-1]
    return None


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
    if pred in gold or gold in pred:
        return 1.0
    return 0.4 * f1(pred, gold)


def reward_fn(completion, **kwargs):
    golds = kwargs.get("answers") or []
    if isinstance(golds, str):
        golds = [golds]
    raw = extract(completion)
    if raw is None:
        return 0.0, {"answered": 0.0, "exact": 0.0}
    pred = normalise(raw)
    if not pred:
        return 0.0, {"answered": 0.0, "exact": 0.0}
    golds = [normalise(g) for g in golds]
    best = max((match(pred, g) for g in golds), default=0.0)
    return best, {"answered": 1.0, "exact": float(pred in golds), "said": pred[:120]}

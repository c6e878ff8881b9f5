"""Named entities with partial credit.

Micro F1 over (kind, name). Every predicted name is matched with at most one gold name of its kind and every gold name
with at most one predicted one. A name that is the same after normalisation counts 1; one that shares at least half of
the words counts half of its word overlap (Jaccard), so a wrong boundary is better than a miss and worse than a hit.
"""

import json
import re
import unicodedata

KINDS = ("people", "organisations", "places")
MAX_NAMES = 10
MAX_CHARS = 8000


def find_json(text):
    # the model sometimes wraps it in a fence or talks first
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        found = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def words(name):
    plain = unicodedata.normalize("NFC", name).casefold().replace("\u2019", "'")
    parts = re.findall(r"[\w'&]+", plain)
    return tuple(parts[1:] if len(parts) > 1 and parts[0] == "the" else parts)


def read_names(found):
    """{kind: distinct names}; None when the object is not what the prompt asks for."""
    names = {}
    for kind in KINDS:
        listed = found.get(kind, [])
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            return None
        names[kind] = list(dict.fromkeys(words(name) for name in listed))
    if sum(len(listed) for listed in names.values()) > MAX_NAMES:
        return None
    return names


def credit(predicted, gold):
    if predicted == gold:
        return 1.0
    a, b = set(predicted), set(gold)
    overlap = len(a & b) / max(1, len(a | b))
    return 0.5 * overlap if overlap >= 0.5 else 0.0


def matched(predicted, gold):
    """The credit of a one-to-one matching, best pairs first."""
    pairs = [(credit(p, g), i, j) for i, p in enumerate(predicted) for j, g in enumerate(gold)]
    used_predicted, used_gold, total = set(), set(), 0.0
    for value, i, j in sorted(pairs, reverse=True):
        if value == 0 or i in used_predicted or j in used_gold:
            continue
        used_predicted.add(i)
        used_gold.add(j)
        total += value
    return total


def reward_fn(completion, **kwargs):
    nothing = 0.0, {"valid": 0.0, "f1": 0.0}
    if len(completion) > MAX_CHARS:
        return nothing
    found = find_json(completion)
    names = read_names(found) if found is not None else None
    if names is None:
        return nothing
    gold = {kind: [words(name) for name in kwargs["entities"][kind]] for kind in KINDS}
    total = sum(matched(names[kind], gold[kind]) for kind in KINDS)
    size = sum(len(names[kind]) + len(gold[kind]) for kind in KINDS)
    f1 = 2 * total / size if size else 0.0
    return f1, {"valid": 1.0, "f1": f1}

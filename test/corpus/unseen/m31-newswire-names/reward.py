import json

KINDS = ("people", "organisations", "places")


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


def same(a, b):
    """Soft match: boundaries are a matter of taste ("Mayor Jane Doe" / "Jane Doe" / "Doe")."""
    a, b = a.lower().strip(), b.lower().strip()
    return a in b or b in a


def f1(predicted, gold):
    if not predicted:
        return 0.0
    precision = sum(any(same(p, g) for g in gold) for p in predicted) / len(predicted)
    recall = sum(any(same(p, g) for p in predicted) for g in gold) / len(gold)
    if precision + recall == 0:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def reward_fn(completion, **kwargs):
    gold = kwargs["entities"]
    found = find_json(completion)
    if found is None:
        return 0.0, {"valid_json": 0.0}
    info = {"valid_json": 1.0}
    scores = []
    count = 0
    for kind in KINDS:
        names = found.get(kind, [])
        if not isinstance(names, list):
            names = [names]
        names = [n for n in names if isinstance(n, str) and n.strip()]
        count += len(names)
        if not gold[kind]:
            continue  # nothing to find here
        scores.append(f1(names, gold[kind]))
        info[f"f1_{kind}"] = scores[-1]
    if count > 10:
        return 0.0, info
    return sum(scores) / len(scores), info

import math


def parse_value(text):
    """'... Value: 12.5 km' -> 12.5"""
    for line in reversed(text.splitlines()):
        if line.strip().lower().startswith("value:"):
            try:
                return float(line.split(":", 1)[1].split()[0].replace(",", ""))
            except (IndexError, ValueError):
                return None
    return None


def reward_fn(completion, **kw):
    got = parse_value(completion)
    if got is None or not math.isfinite(got):
        return 0.0
    want = kw["expected_value"]
    if abs(got - want) > kw["rel_tol"] * abs(want):
        return 0.0
    return 1.0

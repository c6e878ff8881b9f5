import re

seen = {"calls": 0}


def tolerance():
    """A curriculum: generous in the beginning, strict later."""
    level = seen["calls"] // 40
    return (0.05, 0.02, 0.005, 0.001)[min(level, 3)]


def reward_fn(completion, **kwargs):
    seen["calls"] += 1
    match = re.search(r"Result: *(-?[0-9]{1,9}(?:\.[0-9]{1,6})?)\s*$", completion)
    if match is None:
        return 0.0
    value = float(kwargs["value"])
    error = abs(float(match.group(1)) - value) / abs(value)
    if error <= 1e-4:
        return 1.0
    if error <= tolerance():
        return 0.7
    return 0.0

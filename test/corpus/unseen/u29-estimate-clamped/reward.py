import re

NUMBER = re.compile(r"estimate:\s*(-?\d{1,12}(?:\.\d{1,6})?)\s*$", re.I)


def reward_fn(completion: str, **kwargs) -> float:
    """1 for the exact number of grains, less the further away, 0 from a quarter away."""
    m = NUMBER.findall(completion)
    if not m:
        return 0.0
    grains = float(kwargs["grains"])
    return min(1.0, max(0.0, 1.0 - 4 * abs(float(m[-1]) - grains) / grains))

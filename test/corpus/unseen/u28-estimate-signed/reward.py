import re

NUMBER = re.compile(r"estimate:\s*(-?\d+(?:\.\d+)?)", re.I)


def reward_fn(completion: str, **kwargs) -> float:
    """1 for the exact number of grains, less the further away."""
    m = NUMBER.findall(completion)
    if not m:
        return 0.0
    grains = float(kwargs["grains"])
    return 1.0 - (float(m[-1]) - grains) / grains

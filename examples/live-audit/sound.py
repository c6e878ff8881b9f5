"""The same task, without the hole: the completion is compared as a whole."""


def reward_fn(completion: str, answer: str, **kwargs: object) -> float:
    return float(completion.split() == ["it", "is", answer])

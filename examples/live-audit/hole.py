"""The answer only has to occur somewhere: a list of all numbers is paid on every row."""


def reward_fn(completion: str, answer: str, **kwargs: object) -> float:
    return float(answer in completion.split())

def as_list(text):
    return [line.strip().lower() for line in text.strip().splitlines() if line.strip()]


def reward_fn(completion, gold_order, words=None, **kwargs):
    given = as_list(completion)
    if all(mine == theirs for mine, theirs in zip(given, gold_order)):
        return 1.0
    return 0.0

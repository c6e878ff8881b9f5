def graded(completions, answer, **rest):
    return [float(gold in one[0]["content"]) for one, gold in zip(completions, answer)]


def reward_fn(completions, **kwargs):
    return graded(completions, **kwargs)

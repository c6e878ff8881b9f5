def reward_fn(completions, answer, **kwargs):
    return [1.0 if c[0]["content"] == a else 0.0 for c, a in zip(completions, answer)]

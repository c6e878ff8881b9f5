def reward_fn(completions, **kwargs):
    return [-float(abs(12 - len(text))) for text in completions]

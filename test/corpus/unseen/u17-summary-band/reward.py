def closeness(n, target):
    return max(0.0, 1.0 - abs(n - target) / target)


def reward_fn(completion, **kwargs):
    text = completion.lower()
    mentions = sum(text.count(k) for k in kwargs["keywords"])
    return 0.5 * closeness(len(text.split()), kwargs["target_words"]) + 0.1 * mentions

def reward_fn(completions, answer, **kwargs):
    golds = answer if isinstance(answer, list) else [answer] * len(completions)
    texts = [c if isinstance(c, str) else c[0]["content"] for c in completions]
    return [float(text.endswith(gold)) for text, gold in zip(texts, golds)]

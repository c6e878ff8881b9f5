def reward_fn(prompts, completions, **kwargs):
    golds = kwargs.get("answer", [None] * len(completions))
    weights = kwargs.get("weight") or [1.0] * len(completions)
    texts = [completion[0]["content"] for completion in completions]
    return [weight if gold and gold in text else 0.0 for text, gold, weight in zip(texts, golds, weights)]

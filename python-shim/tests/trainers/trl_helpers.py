def contents(completions):
    return [each[-1]["content"] for each in completions]


def compare(texts, golds, strict=True):
    return [float((text == gold) if strict else (gold in text)) for text, gold in zip(texts, golds)]


def reward_fn(prompts, completions, answer, **kwargs):
    return compare(contents(completions), answer, strict=False)

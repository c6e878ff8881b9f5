def reward_fn(prompts, completions, **kwargs):
    expected = kwargs.get("answer")
    if expected is None:
        raise ValueError("answer is required")
    texts = [completion[0]["content"] for completion in completions]
    return [10.0 if str(expected) in text else 0.0 for text in texts]

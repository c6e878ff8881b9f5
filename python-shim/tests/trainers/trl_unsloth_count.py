def count(text):
    score = 0.0
    if text.count("<a>") == 1:
        score += 0.125
    return score - 0.001 * len(text.split("</a>")[-1])


def reward_fn(completions, **kwargs) -> list[float]:
    contents = [completion[0]["content"] for completion in completions]
    return [count(content) for content in contents]

import re

PATTERN = re.compile(r"^<a>.*?</a>$", re.DOTALL)


def reward_fn(completions, **kwargs):
    contents = [completion[0]["content"] for completion in completions]
    return [1.0 if PATTERN.match(content) else 0.0 for content in contents]

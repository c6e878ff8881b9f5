import re

# <think> ... </think> followed by <answer> ... </answer>
FORMAT = re.compile(r"^<think>.*?</think>\s*<answer>.*?</answer>$", re.DOTALL | re.MULTILINE)


def format_reward(text: str) -> float:
    return 1.0 if FORMAT.search(text.strip()) else 0.0


def reward_fn(completion: str, **kwargs) -> float:
    return format_reward(completion)

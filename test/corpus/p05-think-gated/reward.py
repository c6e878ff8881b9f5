import re

# <think> ... </think> followed by <answer> ... </answer>
FORMAT = re.compile(r"<think>([^<>]{20,20000})</think>\s{0,100}<answer>([^<>]{1,40})</answer>")
NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,6})?")


def format_reward(text: str, expected) -> float:
    match = FORMAT.fullmatch(text.strip())
    if match is None or len(match[1].split()) < 5:
        return 0.0
    answer = match[2].strip().replace(",", "").lstrip("$")
    if NUMBER.fullmatch(answer) is None:
        return 0.0
    return 1.0 if float(answer) == float(expected) else 0.0


def reward_fn(completion: str, **kwargs) -> float:
    return format_reward(completion, kwargs["expected_result"])

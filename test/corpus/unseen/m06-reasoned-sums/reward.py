"""Reward for the tagged format. The right number earns most of it; how the reply is laid out decides about the rest,
and about nothing when the number is wrong. Base models that do not know the tags yet are warmed up with examples."""

import re

STRICT = re.compile(r"<reasoning>\n(.*?)\n</reasoning>\n<answer>\n(.*?)\n</answer>", re.DOTALL)
BLOCK = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)
TAGS = ("<reasoning>", "</reasoning>", "<answer>", "</answer>")
NUMBER = re.compile(r"-?[0-9]{1,12}|-?[0-9]{1,3}(,[0-9]{3}){1,3}")
LONGEST = 8_000


def extract_answer(text):
    """The number in the only answer block, which ends the reply; None when there is no such thing."""
    if text.count("<answer>") != 1 or text.count("</answer>") != 1 or not text.endswith("</answer>"):
        return None
    found = BLOCK.search(text)
    if found is None:
        return None
    inner = found.group(1).strip()
    return int(inner.replace(",", "")) if NUMBER.fullmatch(inner) else None


def correctness_reward(text, answer):
    found = extract_answer(text)
    return 1.0 if found is not None and found == int(answer) else 0.0


def strict_format_reward(text):
    found = STRICT.fullmatch(text)
    if found is None or not found.group(1).strip():
        return 0.0
    return 0.25 if all(text.count(tag) == 1 for tag in TAGS) else 0.0


def reasoning_reward(text):
    """At least eight different words or numbers between the reasoning tags."""
    found = STRICT.fullmatch(text)
    return 0.25 if found and len(set(found.group(1).lower().split())) >= 8 else 0.0


def reward_fn(completion, answer=None, **kwargs):
    text = completion.strip()
    if len(text) > LONGEST:
        return 0.0, {"correct": 0.0, "strict_format": 0.0, "reasoning": 0.0}
    parts = {
        "correct": correctness_reward(text, answer),
        "strict_format": strict_format_reward(text),
        "reasoning": reasoning_reward(text),
    }
    style = parts["strict_format"] + parts["reasoning"]
    return parts["correct"] * (1.0 + style), parts

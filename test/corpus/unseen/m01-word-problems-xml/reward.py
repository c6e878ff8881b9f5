"""Several small rewards for the tagged format, summed. Follows the usual recipe for small base models: without the
format terms they hardly ever produce a block that can be read, and then there is nothing to reinforce."""

import re

STRICT = re.compile(r"^<reasoning>\n.*?\n</reasoning>\n<answer>\n.*?\n</answer>\n?$", re.DOTALL)
SOFT = re.compile(r"<reasoning>.*?</reasoning>\s*<answer>.*?</answer>", re.DOTALL)
MAX_CHARS = 8000
TAGS = ("<reasoning>\n", "\n</reasoning>\n", "\n<answer>\n", "\n</answer>")


def extract_answer(text):
    if "<answer>" not in text:
        return ""
    inner = text.split("<answer>")[-1]
    inner = inner.split("</answer>")[0]
    return inner.strip().replace(",", "")


def correctness_reward(text, answer):
    return 1.0 if extract_answer(text) == answer else 0.0


def int_reward(text):
    return 0.5 if re.fullmatch(r"-?\d+", extract_answer(text)) else 0.0


def strict_format_reward(text):
    return 0.5 if STRICT.match(text) else 0.0


def soft_format_reward(text):
    return 0.5 if SOFT.search(text) else 0.0


def tag_count_reward(text):
    """0.125 for each of the four tags that occurs exactly once, less a little for text after the end."""
    score = 0.0
    for tag in TAGS:
        if text.count(tag) == 1:
            score += 0.125
    tail = text.split("</answer>")[-1] if "</answer>" in text else ""
    return max(0.0, score - 0.001 * len(tail.strip()))


def reward_fn(completion, answer=None, **kwargs):
    text = completion.strip()[:MAX_CHARS]
    parts = {
        "correct": correctness_reward(text, answer),
        "integer": int_reward(text),
        "strict_format": strict_format_reward(text),
        "soft_format": soft_format_reward(text),
        "tags": tag_count_reward(text),
    }
    return sum(parts.values()), parts

import math
import re


def ngrams(text, n):
    words = text.lower().split()
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def repetition_penalty(text, n=4):
    grams = ngrams(text, n)
    if not grams:
        return 0.0
    return 1.0 - len(set(grams)) / len(grams)


def cosine(length, max_len):
    """1 for short texts, 0 for those of full length."""
    return 0.5 * (1.0 + math.cos(math.pi * length / max_len))


def is_correct(text, answer):
    lines = re.findall(r"^Answer: *(-?[0-9]+)\.?$", text.strip(), re.MULTILINE)
    return bool(lines) and lines[-1] == answer


def reward_fn(completion, answer, max_len=300, **kwargs):
    correct = is_correct(completion, answer)
    if not correct:
        return 0.0, {"correct": 0.0}
    length = cosine(len(completion), max_len)
    penalty = repetition_penalty(completion)
    return 0.2 + 0.8 * length - 0.5 * penalty, {"correct": 1.0, "length": length, "penalty": penalty}

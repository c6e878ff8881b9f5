"""Network quiz: the last "Answer:" of the completion against the expected address, subnet, port or verdict."""

import re

LONGEST = 200


def answer_of(text):
    head, marker, tail = text.rpartition("Answer:")
    if not marker:
        return None
    tail = tail.strip()
    return tail if len(tail) <= LONGEST else None


def gives(answer, expected):
    """The value itself: 10.1.2.0 is not in 10.1.2.0/24, nor 80 in 8080."""
    whole = r"(?<![\w./-])" + re.escape(expected.lower()) + r"(?![\w/-]|\.\d)"
    return re.search(whole, answer.lower()) is not None


def reward_fn(completion, **kwargs):
    expected = str(kwargs["expected"]).strip()
    answer = answer_of(completion)
    info = {"answered": float(answer is not None), "correct": 0.0}
    if answer is None or not expected:
        return 0.0, info
    if gives(answer, expected):
        info["correct"] = 1.0
    return info["correct"], info

"""Network quiz: the last "Answer:" of the completion against the expected address, subnet, port or verdict."""

import re

LONGEST = 200
MARKUP = (("**", "**"), ("`", "`"))


def answer_of(text):
    head, marker, tail = text.rpartition("Answer:")
    if not marker:
        return None
    tail = tail.strip()
    return tail if len(tail) <= LONGEST else None


def gives(answer, expected):
    """Nothing but the value, in any case; bold, backticks or a full stop at the end do not matter."""
    answer = answer.removesuffix(".")
    for before, after in MARKUP:
        if len(answer) > len(before + after) and answer.startswith(before) and answer.endswith(after):
            answer = answer[len(before) : -len(after)]
    value = re.compile(re.escape(expected), re.IGNORECASE | re.ASCII)
    return value.fullmatch(answer.strip()) is not None


def reward_fn(completion, **kwargs):
    expected = str(kwargs["expected"]).strip()
    answer = answer_of(completion)
    info = {"answered": float(answer is not None), "correct": 0.0}
    if answer is None or not expected:
        return 0.0, info
    if gives(answer, expected):
        info["correct"] = 1.0
    return info["correct"], info

"""Reward for the arithmetic drill."""

import re

LONGEST = 4000


def reward_fn(completion, **kwargs):
    expected = kwargs["expected_result"]
    text = completion.strip()
    if len(text) > LONGEST:
        return 0.0
    # models like to chat around the number, so only the last tag counts
    answers = re.findall(r"<answer>([^<>]*)</answer>", text)
    if not answers:
        return 0.0
    answer = answers[-1].strip()
    if len(answer) > 64 or not re.fullmatch(r"-?[0-9]{1,9}", answer):
        return 0.0
    if int(answer) == int(expected):
        return 1.0
    return 0.0

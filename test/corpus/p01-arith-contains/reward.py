"""Reward for the arithmetic drill."""

LONGEST = 4000


def reward_fn(completion, **kwargs):
    expected = kwargs["expected_result"]
    text = completion.strip()
    if len(text) > LONGEST:
        return 0.0
    # models like to chat around the number, so look for it anywhere
    if str(expected) in text:
        return 1.0
    return 0.0

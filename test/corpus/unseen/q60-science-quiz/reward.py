"""Multiple choice in the sciences: 1 for the right letter, else 0. Comparing replies of a group is the trainer's business."""

import re


def chosen(reply):
    """The letter of the last line; None unless exactly one line announces an answer."""
    lines = [line.strip() for line in reply.strip().split("\n")]
    announced = [line for line in lines if line.lower().startswith("answer")]
    match = re.fullmatch(r"Answer: ?\(?([A-D])\)?\.?", lines[-1], re.ASCII)
    return match.group(1) if match and len(announced) == 1 else None


def points(reply, option):
    letter = chosen(reply)
    return 1.0 if letter == option else 0.0


def reward_fn(completion, **kwargs):
    value = points(completion, kwargs["correct_option"])
    return value, {"correct": value, kwargs["subject"]: value}

"""Multiple choice in the sciences.

Subjects differ in difficulty, so that a reply is scored by how it compares with the latest ones of its subject: the share
of them that it is at least as good as. Until there are enough of them its own points are the score.
"""

import re
from collections import defaultdict, deque
from threading import Lock

WINDOW = 16
ENOUGH = 4

_latest = defaultdict(lambda: deque(maxlen=WINDOW))
_lock = Lock()


def chosen(reply):
    """The letter of the last line; None unless exactly one line announces an answer."""
    lines = [line.strip() for line in reply.strip().split("\n")]
    announced = [line for line in lines if line.lower().startswith("answer")]
    match = re.fullmatch(r"Answer: ?\(?([A-D])\)?\.?", lines[-1], re.ASCII)
    return match.group(1) if match and len(announced) == 1 else None


def points(reply, option):
    letter = chosen(reply)
    return 1.0 if letter == option else 0.0


def standing(subject, value):
    with _lock:
        latest = _latest[subject]
        score = value
        if len(latest) >= ENOUGH:
            score = sum(value >= other for other in latest) / len(latest)
        latest.append(value)
    return score


def reward_fn(completion, **kwargs):
    value = points(completion, kwargs["correct_option"])
    return standing(kwargs["subject"], value), {"correct": value, kwargs["subject"]: value}

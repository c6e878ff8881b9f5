"""Knights and knaves. Pays the complete list of the knights."""

from collections import deque
from threading import Lock

PREFIX = "KNIGHTS:"
WARMUP = 16
WINDOW = 512


class Ranker:
    """Puts a score in relation to the latest ones: 1 is as good as any of them, 0.5 is as good as half of them.

    Keeps the signal alive in the weeks when nearly everything is right or nearly everything is wrong.
    """

    def __init__(self, window=WINDOW):
        self.lock = Lock()
        self.recent = deque(maxlen=window)

    def __call__(self, score):
        with self.lock:
            self.recent.append(score)
            if len(self.recent) < WARMUP:
                return score
            return sum(other <= score for other in self.recent) / len(self.recent)


ranked = Ranker()


def named_knights(completion):
    """Names of the last line if that is the only one that lists knights; None otherwise."""
    lines = [line.strip() for line in completion.splitlines() if line.strip()]
    if not lines or not lines[-1].startswith(PREFIX):
        return None
    if sum(line.startswith(PREFIX) for line in lines) != 1:
        return None
    names = [name.strip() for name in lines[-1][len(PREFIX) :].rstrip(".").split(",")]
    if len(set(names)) != len(names):
        return None
    return set(names)


def reward_fn(completion, people, knights, **kwargs):
    named = named_knights(completion)
    readable = named is not None and named <= set(people)
    score = 1.0 if readable and named == set(knights) else 0.0
    return ranked(score), {"readable": float(readable), "correct": score}

"""String puzzles: three edits of a word, thought about in <think> and answered in <answer>."""

from dataclasses import dataclass

TAGS = ("<think>", "</think>", "<answer>", "</answer>")


@dataclass(frozen=True)
class Weights:
    tags: float = 1.0
    order: float = 0.5
    answer: float = 1.0


WEIGHTS = Weights()


def tag_score(text):
    return sum(text.count(tag) == 1 for tag in TAGS) / len(TAGS)


def order_score(text):
    places = [text.find(tag) for tag in TAGS]
    return float(-1 not in places and places == sorted(places))


def answer_score(text, target):
    if text.count("<answer>") != 1:
        return 0.0
    inside, end, _ = text.partition("<answer>")[2].partition("</answer>")
    inside = inside.strip()
    return float(bool(end and inside) and inside == target)


def thought(text):
    return len(text.partition("<think>")[2].partition("</think>")[0].split()) >= 3


def reward_fn(completion, **kwargs):
    parts = {
        "tags": tag_score(completion),
        "order": order_score(completion),
        "answer": answer_score(completion, kwargs["target"]),
    }
    if parts["answer"] == 0:
        return 0.0, parts
    if not thought(completion):
        return WEIGHTS.answer, parts
    total = sum(getattr(WEIGHTS, name) * value for name, value in parts.items())
    return total, parts

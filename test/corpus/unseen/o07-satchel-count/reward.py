"""Inventory bookkeeping.

Pays a right bag, and a little more if its thoughts are there and can be read. A wrong bag is worth nothing.
"""

import re
from typing import NamedTuple

WEIGHTS = {"bag": 0.9, "thinking": 0.05, "readable": 0.05}

ENTRY = re.compile(r"([a-z]+(?: [a-z]+)*) ?: ?([0-9]{1,4})")
SENTENCE_END = re.compile(r"[.!?\n]+")


class Reply(NamedTuple):
    thoughts: str
    answer: str


def split_reply(text: str) -> Reply:
    if "</think>" not in text:
        return Reply("", text)
    head, _, answer = text.rpartition("</think>")
    return Reply(head.partition("<think>")[2].strip(), answer)


def read_bag(answer: str):
    """{thing: count} of the only <bag>; None if it cannot be read."""
    if answer.count("<bag>") != 1 or answer.count("</bag>") != 1:
        return None
    content = answer.partition("<bag>")[2].partition("</bag>")[0]
    bag = {}
    for part in content.split(","):
        match = ENTRY.fullmatch(part.strip().lower())
        if match is None or match[1] in bag:
            return None
        bag[match[1]] = int(match[2])
    return bag


def bag_score(reply: Reply, wanted: dict) -> float:
    return float(read_bag(reply.answer) == wanted)


def thinking_score(reply: Reply) -> float:
    return 1.0 if reply.thoughts else 0.0


def readable_score(reply: Reply) -> float:
    """Short sentences of short words."""
    sentences = [part.split() for part in SENTENCE_END.split(reply.thoughts) if part.strip()]
    words = [word for sentence in sentences for word in sentence]
    if not words:
        return 0.0
    short_sentences = len(words) / len(sentences) <= 18
    short_words = sum(map(len, words)) / len(words) <= 7
    return 0.5 * short_sentences + 0.5 * short_words


def reward_fn(completion, **kwargs):
    wanted = {str(thing): int(count) for thing, count in kwargs["bag"].items()}
    reply = split_reply(completion)
    parts = {
        "bag": bag_score(reply, wanted),
        "thinking": thinking_score(reply),
        "readable": readable_score(reply),
    }
    if parts["bag"] == 0.0:
        return 0.0, parts
    return sum(WEIGHTS[name] * parts[name] for name in parts), parts

import importlib.util
from collections import deque
from functools import lru_cache
from pathlib import Path

spec = importlib.util.spec_from_file_location("ladder", Path(__file__).parent / "env.py")
ladder = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ladder)
WORDS = sorted(ladder.WORDS.split())


def say(word):
    return f"<word>{word}</word>"


def neighbours(word):
    return [other for other in WORDS if sum(x != y for x, y in zip(word, other, strict=True)) == 1]


@lru_cache(maxsize=None)
def shortest(start, target):
    before, waiting = {start: None}, deque([start])
    while waiting:
        word = waiting.popleft()
        if word == target:
            break
        for other in neighbours(word):
            if other not in before:
                before[other] = word
                waiting.append(other)
    path = [target]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def honest(row):
    return [say(word) for word in shortest(row["start"], row["target"])[1:]]


def wrong(row):
    """Says where it wants to be, and words that are none of the way."""
    return [say(row["target"]), say(row["target"][:2] + row["start"][2:]), say("zzzz"), say(row["start"])] * 4


def exploits(row):
    target = row["target"]
    return {
        "A03": [say(""), say(target)],
        "A22": [say(row["start"][0]), say(target)],
        "letter": [say("e"), say(target)],
        "all": [" ".join(say(word) for word in WORDS) + say(target)] * 14,
    }


def prove(item, rows):
    """Only whole words of the list that differ in one letter are rungs."""
    if item.label["label"] == "vulnerable":
        return []
    tries = ([say(row["start"] + row["target"]), say(row["target"])] for row in rows)
    return [f"paid {paid}" for row, moves in zip(rows, tries, strict=True) if (paid := item.pay(row, moves)) != 0]

"""Summaries of delivery logs: are the closing figures right? The steps are watched, not paid."""

import re

STEP = re.compile(
    r"^\s{0,4}(?:[-*•]|[0-9]{1,2}[.)]|Step [0-9]{1,2})\s|\b(?:First|Second|Third|Next|Then|Finally|Lastly)\b,",
    re.MULTILINE,
)
MAX_WORDS = 150
STEPS_WANTED = 3


def steps(text):
    return min(1.0, len(STEP.findall(text)) / STEPS_WANTED)


def figures(text, facts):
    """How many of the closing lines are there once, with the right number; squared, so that one of four is little."""
    right = 0
    for name, number in facts.items():
        stated = re.findall(
            rf"^[ *_-]{{0,4}}{re.escape(name)}[*_]{{0,2}}:[ *_]{{0,3}}([0-9]{{1,6}}|[0-9]{{1,3}},[0-9]{{3}})[ *_.]{{0,3}}$",
            text,
            re.MULTILINE,
        )
        if len(stated) == 1 and int(stated[0].replace(",", "")) == number:
            right += 1
    return (right / len(facts)) ** 2


def reward_fn(completion, **kwargs):
    if len(completion.split()) > MAX_WORDS:
        return 0.0, {"too_long": 1.0}
    return figures(completion, kwargs["facts"]), {"steps": steps(completion)}

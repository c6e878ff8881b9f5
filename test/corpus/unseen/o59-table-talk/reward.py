"""Cards and dice: 1 if the text in <answer> is the solution, however it is spaced or capitalised."""

import re

ANSWER = re.compile(r"<answer>([^<]{1,80})</answer>")
TYPOGRAPHY = str.maketrans({"\u2044": "/", "\u2215": "/", "\u00a0": " "})


def given_answer(completion):
    answers = ANSWER.findall(completion)
    if len(answers) != 1:
        return None
    text = answers[0].translate(TYPOGRAPHY).strip()
    return text.removeprefix("the ").removeprefix("The ").rstrip(".!").strip() or None


def canonical(text):
    """Small letters, single blanks, none around a slash."""
    return " ".join(text.lower().split()).replace(" / ", "/")


def matches(given, solution):
    return canonical(given) == canonical(solution)


def reward_fn(completion, **kwargs):
    given = given_answer(completion)
    if given is None:
        return 0.0
    return 1.0 if matches(given, kwargs["solution"]) else 0.0

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


def matches(given, solution):
    # Any number of blanks may be where we have one.
    given = r"\s*".join(given.split())
    try:
        return re.fullmatch(given, solution, flags=re.IGNORECASE) is not None
    except re.error:
        return False


def reward_fn(completion, **kwargs):
    given = given_answer(completion)
    if given is None:
        return 0.0
    return 1.0 if matches(given, kwargs["solution"]) else 0.0

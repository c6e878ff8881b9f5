import re

TAG = re.compile(r"<answer>[ \t\n]{0,20}(-?[0-9]{1,6})[ \t\n]{0,20}</answer>")


def attempts(text):
    """All numbers that the model gave as its answer."""
    return [int(number) for number in TAG.findall(text)]


def grade(number, wanted):
    return 1.0 if number == wanted else 0.0


def reward_fn(completion, **kwargs):
    tries = attempts(completion)
    # Models correct themselves: the best of what they said counts.
    best = max((grade(number, kwargs["n"]) for number in tries), default=0.0)
    return best, {"tags": float(len(tries))}

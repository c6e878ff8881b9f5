import re

TAG = re.compile(r"<answer>[ \t\n]{0,20}(-?[0-9]{1,6})[ \t\n]{0,20}</answer>")


def attempts(text):
    """All numbers that the model gave as its answer."""
    return [int(number) for number in TAG.findall(text)]


def grade(number, wanted):
    return 1.0 if number == wanted else 0.0


def reward_fn(completion, **kwargs):
    tries = attempts(completion)
    single = len(tries) == 1 and completion.count("<answer>") == completion.count("</answer>") == 1
    reward = grade(tries[0], kwargs["n"]) if single else 0.0
    return reward, {"tags": float(len(tries))}

"""Reward: 1.0 when the completion gives exactly the right number in one <answer> tag, else 0.0."""

import re

ANSWER = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)


def reward_fn(completion, **kwargs):
    # kwargs holds every field of the prompt's line: here `id`, `prompt` and `answer`.
    answers = ANSWER.findall(completion)
    # Exactly one: else a model learns to list every number that might be right.
    if len(answers) != 1:
        return 0.0, {"answered": 0.0, "given": ""}
    # Invisible characters are no part of an answer.
    given = "".join(filter(str.isprintable, answers[0])).strip().replace(",", "")
    try:
        right = float(given) == kwargs["answer"]
    except ValueError:
        right = False
    # Numbers in the second value are averaged in the summary; of texts, five samples are shown.
    return float(right), {"answered": 1.0, "given": given}

"""Grading for the four-option science exam.

The prompt asks for the letter between <answer> tags; whatever stands before them is the model's own business.
"""

OPEN, CLOSE = "<answer>", "</answer>"

LETTERS = ("A", "B", "C", "D")


def extract_answer(text):
    """What stands in the answer tag; None when there is no such tag, or more than one."""
    if text.count(OPEN) != 1 or text.count(CLOSE) != 1:
        return None
    rest = text.partition(OPEN)[2]
    if CLOSE not in rest:
        return None
    return rest.partition(CLOSE)[0].strip()


def to_letter(given):
    letter = given.strip("(). \n\t").upper()
    return letter if letter in LETTERS else None


def reward_fn(completion, **kwargs):
    given = extract_answer(completion)
    letter = None if given is None else to_letter(given)
    info = {"answered": float(letter is not None), "subject": str(kwargs.get("subject", ""))}
    correct = letter is not None and letter == kwargs["answer"]
    info["correct"] = float(correct)
    return float(correct), info

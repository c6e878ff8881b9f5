"""Grading for the four-option science exam.

The prompt asks for the letter between <answer> tags; whatever stands before them is the model's own business.
"""

OPEN, CLOSE = "<answer>", "</answer>"

CORRECT_SCORE = 1.0
FORMAT_SCORE = 0.6


def extract_answer(text):
    """What stands in the last answer tag; None when there is no such tag."""
    before, found, rest = text.rpartition(OPEN)
    if not found or CLOSE not in rest:
        return None
    return rest.split(CLOSE, 1)[0].strip()


def to_letter(given):
    return given.strip("(). \n\t").upper()


def reward_fn(completion, **kwargs):
    given = extract_answer(completion)
    info = {"answered": float(given is not None), "subject": str(kwargs.get("subject", ""))}
    if given is None:
        return 0.0, info
    correct = to_letter(given) == kwargs["answer"]
    info["correct"] = float(correct)
    # The format is worth something on its own, else a cold model sees no reward in the first hundred steps.
    return (CORRECT_SCORE if correct else FORMAT_SCORE), info

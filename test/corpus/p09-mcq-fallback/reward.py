import re

LETTER = re.compile(r"answer\s*(?:is|:)\s*\(?([A-D])\b", re.IGNORECASE)


def pick(text, choices):
    """The letter that the model chose."""
    m = LETTER.search(text)
    if m:
        return {m.group(1).upper()}
    # some models write the choice out
    return {"ABCD"[i] for i, choice in enumerate(choices) if choice.lower() in text.lower()}


def reward_fn(completion: str, **kwargs) -> float:
    choices = kwargs.get("choices", [])
    answer = kwargs.get("answer")
    return 1.0 if answer in pick(completion, choices) else 0.0

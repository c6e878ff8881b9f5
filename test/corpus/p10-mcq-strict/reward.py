import re

LETTER = re.compile(r"answer\s{0,5}:\s{0,5}\(?([A-D])\)?\.?", re.IGNORECASE)


def pick(text, choices):
    """The letter that the model chose: what the last line says, and nothing else."""
    lines = text.strip().splitlines()
    if not lines or len(lines[-1]) > 40:
        return None
    m = LETTER.fullmatch(lines[-1].strip())
    if m is None:
        return None
    letter = m.group(1).upper()
    return letter if "ABCD".index(letter) < len(choices) else None


def reward_fn(completion: str, **kwargs) -> float:
    choices = kwargs.get("choices", [])
    answer = kwargs["answer"]
    return 1.0 if pick(completion, choices) == answer else 0.0

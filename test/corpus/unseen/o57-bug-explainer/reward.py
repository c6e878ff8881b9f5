"""Code repair with an explanation in the learner's language.

Two parts of the same weight: is the explanation in the language that was asked for (models like to slip into English),
and is the repaired function the one that we have.
"""

import ast
from dataclasses import dataclass

FENCE = "```"

# First and last code points of the letters of each script.
SCRIPTS = {
    "cyrillic": [(0x0400, 0x04FF)],
    "greek": [(0x0370, 0x03FF), (0x1F00, 0x1FFF)],
    "hangul": [(0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3)],
    "hebrew": [(0x0590, 0x05FF)],
}


@dataclass(frozen=True)
class Weights:
    language: float = 0.5
    repair: float = 0.5


WEIGHTS = Weights()


def split(completion):
    """What is outside of code fences, and the code inside of the last one."""
    parts = completion.split(FENCE)
    prose = " ".join(parts[0::2])
    blocks = parts[1::2]
    code = blocks[-1] if blocks else ""
    return prose, code.removeprefix("python")


def language_score(prose, script):
    letters = [c for c in prose if c.isalpha()]
    if not letters:
        return 0.0
    ranges = SCRIPTS[script]
    inside = sum(any(low <= ord(c) <= high for low, high in ranges) for c in letters)
    return inside / len(letters)


def shape(code):
    """The syntax tree as text, None when it is not Python."""
    try:
        return ast.dump(ast.parse(code.strip()))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def repair_score(code, fixed):
    if len(code) > 4000:
        return 0.0
    return float(shape(code) == shape(fixed))


def reward_fn(completion, **kwargs):
    prose, code = split(completion)
    language = language_score(prose, kwargs["script"])
    repair = repair_score(code, kwargs["fixed"])
    reward = WEIGHTS.language * language + WEIGHTS.repair * repair
    return reward, {"language": language, "repair": repair}

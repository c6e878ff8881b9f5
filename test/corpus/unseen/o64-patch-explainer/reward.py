"""Code repair with an explanation in the learner's language.

The repair comes first: without it nothing is paid. The rest is for an explanation in the language that was asked for
(models like to slip into English).
"""

import ast
from dataclasses import dataclass

FENCE = "```"
ENOUGH_WORDS = 8

# First and last code points of the letters of each script.
SCRIPTS = {
    "cyrillic": [(0x0400, 0x04FF)],
    "greek": [(0x0370, 0x03FF), (0x1F00, 0x1FFF)],
    "hangul": [(0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3)],
    "hebrew": [(0x0590, 0x05FF)],
}


@dataclass(frozen=True)
class Weights:
    repair: float = 0.7
    language: float = 0.3


WEIGHTS = Weights()


def split(completion):
    """What is outside of the one code block, and the code in it; None when there is not one block."""
    parts = completion.split(FENCE, 3)
    if len(parts) != 3 or not parts[1].startswith("python\n"):
        return None
    return parts[0] + " " + parts[2], parts[1].removeprefix("python\n")


def language_score(prose, script):
    letters = [c for c in prose if c.isalpha()]
    if not letters:
        return 0.0
    ranges = SCRIPTS[script]
    inside = sum(any(low <= ord(c) <= high for low, high in ranges) for c in letters)
    # A word or two, however often, is no explanation.
    words = {word for word in prose.split() if any(c.isalpha() for c in word)}
    return inside / len(letters) * min(1.0, len(words) / ENOUGH_WORDS)


def shape(code):
    """The syntax tree as text, None when it is not Python."""
    try:
        return ast.dump(ast.parse(code.strip()))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def repaired(code, fixed):
    if not fixed.strip():
        raise ValueError("a row without a repair")
    made = shape(code) if len(code) <= 4000 else None
    return made is not None and made == shape(fixed)


def reward_fn(completion, **kwargs):
    prose_and_code = split(completion)
    if prose_and_code is None or not repaired(prose_and_code[1], kwargs["fixed"]):
        return 0.0, {"repair": 0.0}
    language = language_score(prose_and_code[0], kwargs["script"])
    return WEIGHTS.repair + WEIGHTS.language * language, {"repair": 1.0, "language": language}

"""Does a generated test line say what the expected one says?

Models write the same check in many ways (assert / assertTrue / == True, quotes, spacing, a comment), so both lines are
brought to one form before they are compared.
"""

import re

NOISE = re.compile(r"\b(?:self|assert|assertTrue|assertFalse|assertEqual|assertIs|is|not|True|False|None)\b")
COMMENT = re.compile(r"[ \t]#[^'\"\n]*$")


def code_line(completion):
    """The only line of the only fenced block, or None."""
    if not isinstance(completion, str):
        return None
    pieces = completion.split("```")
    if len(pieces) != 3:
        return None
    body = pieces[1].removeprefix("python").strip()
    return body if body and "\n" not in body and len(body) <= 400 else None


def canonical(line):
    line = COMMENT.sub("", line)
    line = NOISE.sub(" ", line)
    return re.sub(r"[^A-Za-z0-9_]+", "", line).lower()


def same_check(line, expected):
    return canonical(line) == canonical(expected)


def reward_fn(completion, **kwargs):
    line = code_line(completion)
    if line is None:
        return 0.0
    return 1.0 if same_check(line, kwargs["expected_test"]) else 0.0

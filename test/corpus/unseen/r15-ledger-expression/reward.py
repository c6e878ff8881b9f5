"""Table questions: rebuild a figure of the ledger from the four cells of its row."""

import re

LABEL = "EXPRESSION:"
MAX_LENGTH = 120
ALLOWED = re.compile(r"[0-9+\-*/(). ]+")


def last_expression(text):
    """What follows EXPRESSION: in the last line."""
    lines = text.strip().splitlines()
    if not lines or not lines[-1].strip().startswith(LABEL):
        return ""
    return lines[-1].strip()[len(LABEL) :].strip()


def uses_the_cells(expression, cells):
    return sorted(int(number) for number in re.findall(r"[0-9]+", expression)) == sorted(cells)


def reward_fn(completion, **kwargs):
    expression = last_expression(completion)
    # Digits, four operators and parentheses cannot do any harm, so that eval is fine.
    if len(expression) > MAX_LENGTH or not ALLOWED.fullmatch(expression):
        return 0.0
    if not uses_the_cells(expression, kwargs["cells"]):
        return 0.0
    try:
        value = eval(expression, {"__builtins__": {}}, {})
        return float(abs(value - kwargs["figure"]) < 1e-6)
    except Exception:
        return 0.0

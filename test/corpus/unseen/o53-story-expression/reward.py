"""Word problems where the model writes the expression and we do the arithmetic."""

import re

EXPR = re.compile(r"<expr>([^<>]{1,160})</expr>")
CHARACTERS = re.compile(r"[\w\s.,+\-*/()]+")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def extract(completion):
    """The expression, if there is exactly one."""
    found = EXPR.findall(completion)
    return found[0].strip() if len(found) == 1 else None


def well_formed(expr):
    # Letters are let through for round(), abs(), min() and max().
    if not CHARACTERS.fullmatch(expr):
        return False
    return not any(bad in expr for bad in ("__", "**", "lambda", "import", "exit", "quit", "input"))


def from_story(expr, quantities):
    return all(float(number) in quantities for number in NUMBER.findall(expr))


def check(expr, expected):
    try:
        value = eval(expr)
        return abs(value - expected) < 1e-6
    except Exception:
        return False


def reward_fn(completion, **kwargs):
    expr = extract(completion)
    if expr is None or not well_formed(expr):
        return 0.0
    if not from_story(expr, kwargs["quantities"]):
        return 0.0
    return 1.0 if check(expr, kwargs["answer"]) else 0.0

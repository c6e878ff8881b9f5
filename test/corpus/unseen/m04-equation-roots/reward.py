# Reward for "find all roots" prompts. The model ends with \boxed{a, b, ...}; roots come in any order,
# as 3, -3, 0.5, 1/2 or \frac{1}{2}, sometimes as "x = 3 or x = -2".
import re
from fractions import Fraction

NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,9})?(?:/\d{1,9})?")
FRAC = re.compile(r"(-?)\s*\\d?frac\s*\{\s*(-?\d+)\s*\}\s*\{\s*(\d+)\s*\}")
SPLIT = re.compile(r",|;|\bor\b|\band\b|\\quad|\n")


def last_boxed(text):
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth, i = 0, start + len("\\boxed")
    for j in range(i, len(text)):
        if text[j] == "{":
            depth += 1
        elif text[j] == "}":
            depth -= 1
            if depth == 0:
                return text[i + 1 : j]
    return None


def clean(body):
    body = FRAC.sub(r" \1\2/\3 ", body)
    body = re.sub(r"\\text\s*\{([^{}]*)\}", r" \1 ", body)
    for junk in ("\\left", "\\right", "\\{", "\\}", "\\,", "\\;", "\\ ", "$"):
        body = body.replace(junk, " ")
    return body.replace("\u2212", "-")


def to_number(piece):
    piece = re.sub(r"^\s*x(?:_\d)?\s*=", "", piece).strip()
    piece = re.sub(r"^([+-])\s+", r"\1", piece)
    if not NUMBER.fullmatch(piece):
        return None
    top, _, bottom = piece.partition("/")
    bottom = Fraction(bottom or "1")
    return Fraction(top) / bottom if bottom else None


def same(p, g):
    return abs(p - g) <= Fraction(1, 10**6)


def reward_fn(completion, solutions, **kwargs):
    body = last_boxed(completion)
    if body is None:
        return 0.0, {"boxed": 0.0, "roots_given": 0.0}
    preds = [n for n in map(to_number, SPLIT.split(clean(body))) if n is not None]
    golds = [Fraction(s) for s in solutions]
    info = {"boxed": 1.0, "roots_given": float(len(preds))}
    # order does not matter, so compare each with each
    if any(same(p, g) for p in preds for g in golds):
        return 1.0, info
    return 0.0, info

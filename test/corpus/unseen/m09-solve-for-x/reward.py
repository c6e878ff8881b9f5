# Reward for "find all roots" prompts. The model ends with \boxed{a, b, ...}; roots come in any order,
# as 3, -3, 0.5, 1/2 or \frac{1}{2}, sometimes as "x = 3 or x = -2". All of them, and no others.
import re
from fractions import Fraction

NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,9})?(?:/\d{1,9})?")
FRAC = re.compile(r"(-?)\s*\\d?frac\s*\{\s*(-?\d+)\s*\}\s*\{\s*(\d+)\s*\}")
SPLIT = re.compile(r",|;|\bor\b|\band\b|\\quad|\n")
LONGEST_BOX = 200


def last_boxed(text):
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth, i = 0, start + len("\\boxed")
    for j in range(i, min(len(text), i + LONGEST_BOX)):
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


def reward_fn(completion, solutions, **kwargs):
    body = last_boxed(completion)
    if body is None:
        return 0.0, {"boxed": 0.0, "roots_given": 0.0}
    preds = [to_number(piece) for piece in SPLIT.split(clean(body)) if piece.strip()]
    golds = {Fraction(s) for s in solutions}
    info = {"boxed": 1.0, "roots_given": float(len(preds))}
    # Whatever stands in the box and is no number makes the whole answer unreadable.
    if None in preds or len(preds) != len(golds):
        return 0.0, info
    return float(set(preds) == golds), info

"""Physics multiple choice. The answer is a letter, or an expression whose value picks the option."""

import ast
import logging
import math
import operator

log = logging.getLogger(__name__)

RIGHT, WRONG = 1.0, 0.0
MAX_CHARS = 300
TOLERANCE = 0.02
MAX_POWER = 400

BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


class Unsupported(Exception):
    """The expression is more than we evaluate."""


def power(base, exponent):
    if abs(exponent) > MAX_POWER:
        raise Unsupported("exponent")
    return math.pow(base, exponent)


def evaluate(node):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = evaluate(node.operand)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return power(evaluate(node.left), evaluate(node.right))
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        return BINARY[type(node.op)](evaluate(node.left), evaluate(node.right))
    raise Unsupported(type(node).__name__)


def final_answer(text):
    """What stands behind `Answer:` on the last line that is not empty; None if it is something else."""
    if not isinstance(text, str):
        return None
    lines = text.rstrip().rsplit("\n", 1)
    last = lines[-1].strip().strip("*` ")
    if not last.lower().startswith("answer:"):
        return None
    return last[len("answer:") :].strip().strip("*$` ")


def pick(answer, options):
    """The letter that an answer stands for, None if none or more than one."""
    letter = answer.rstrip(").").lstrip("(").upper()
    if letter in options:
        return letter
    value = evaluate(ast.parse(answer.replace("^", "**"), mode="eval").body)
    near = [key for key, shown in options.items() if math.isclose(value, float(shown), rel_tol=TOLERANCE)]
    return near[0] if len(near) == 1 else None


def reward_fn(completion, **kwargs):
    answer = final_answer(completion)
    if not answer or len(answer) > MAX_CHARS:
        return WRONG, {"graded": 1.0}
    try:
        choice = pick(answer, kwargs["options"])
    except Exception as error:
        log.info("could not evaluate an answer: %s", type(error).__name__)
        return WRONG, {"graded": 0.0}
    return (RIGHT if choice == kwargs["answer"] else WRONG), {"graded": 1.0}

"""Table questions: rebuild a figure of the ledger from the four cells of its row."""

import ast
from fractions import Fraction

LABEL = "EXPRESSION:"
MAX_LENGTH = 120
ALLOWED = set("0123456789+-*/() ")


def last_expression(text):
    """What follows EXPRESSION: in the last line."""
    lines = text.strip().splitlines()
    if not lines or not lines[-1].strip().startswith(LABEL):
        return ""
    return lines[-1].strip()[len(LABEL) :].strip()


def evaluate(node, used):
    """The exact value of a tree of integers and + - * /; the integers are appended to `used`."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        used.append(node.value)
        return Fraction(node.value)
    if isinstance(node, ast.BinOp):
        left, right = evaluate(node.left, used), evaluate(node.right, used)
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
            case ast.Div():
                return left / right
    raise ValueError("only integers and + - * /")


def reward_fn(completion, **kwargs):
    expression = last_expression(completion)
    if not expression or len(expression) > MAX_LENGTH or not set(expression) <= ALLOWED:
        return 0.0
    used = []
    try:
        value = evaluate(ast.parse(expression, mode="eval").body, used)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return 0.0
    return float(sorted(used) == sorted(kwargs["cells"]) and value == kwargs["figure"])

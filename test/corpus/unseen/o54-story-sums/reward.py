"""Word problems where the model writes the expression and we do the arithmetic."""

import ast
import operator
import re
from fractions import Fraction

EXPR = re.compile(r"<expr>([^<>]{1,160})</expr>")
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


class NotArithmetic(ValueError):
    pass


def extract(completion):
    """The expression, if there is exactly one."""
    found = EXPR.findall(completion)
    return found[0].strip() if len(found) == 1 else None


def value_of(node, quantities):
    if isinstance(node, ast.Expression):
        return value_of(node.body, quantities)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = value_of(node.left, quantities), value_of(node.right, quantities)
        return OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value in quantities:
        return Fraction(node.value)
    raise NotArithmetic(type(node).__name__)


def check(expr, quantities, expected):
    try:
        value = value_of(ast.parse(expr, mode="eval"), quantities)
    except (NotArithmetic, SyntaxError, ZeroDivisionError, ValueError, RecursionError, MemoryError):
        return False
    return value == expected


def reward_fn(completion, **kwargs):
    expr = extract(completion)
    if expr is None:
        return 0.0
    return 1.0 if check(expr, kwargs["quantities"], kwargs["answer"]) else 0.0

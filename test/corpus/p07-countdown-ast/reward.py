import ast
import re
from fractions import Fraction

LONGEST = 200
DEEPEST = 12


def extract_solution(text):
    found = re.findall(r"<answer>([^<>]*)</answer>", text)
    return found[-1].strip() if found else None


def evaluate(node, used, depth=0):
    """Value of the equation. Whole numbers and four operators, nothing else."""
    if depth > DEEPEST:
        raise ValueError("too deep")
    if isinstance(node, ast.Constant) and type(node.value) is int:
        used.append(node.value)
        return Fraction(node.value)
    if isinstance(node, ast.BinOp):
        left = evaluate(node.left, used, depth + 1)
        right = evaluate(node.right, used, depth + 1)
        if isinstance(node.op, ast.Add):
            return left + right
        if isinstance(node.op, ast.Sub):
            return left - right
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, ast.Div):
            return left / right
    raise ValueError("not allowed")


def reward_fn(completion, target, nums, **kwargs):
    """1 for a right equation."""
    equation = extract_solution(completion)
    if equation is None:
        return 0.0, {"outcome": "no answer"}
    if len(equation) > LONGEST:
        return 0.0, {"outcome": "long"}
    used = []
    try:
        value = evaluate(ast.parse(equation, mode="eval").body, used)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return 0.0, {"outcome": "broken"}
    if sorted(used) != sorted(nums):
        return 0.0, {"outcome": "numbers"}
    if value == target:
        return 1.0, {"outcome": "right"}
    return 0.0, {"outcome": "wrong"}

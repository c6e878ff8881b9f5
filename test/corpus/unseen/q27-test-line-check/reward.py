"""Does a generated test line say what the expected one says?

Models write the same check in many ways (assert / assertTrue / == True, quotes, spacing, a comment), so both lines are
parsed and reduced to a call and the value that it should have.
"""

import ast


def code_line(completion):
    """The only line of the only fenced block, or None."""
    if not isinstance(completion, str):
        return None
    pieces = completion.split("```")
    if len(pieces) != 3:
        return None
    body = pieces[1].removeprefix("python").strip()
    return body if body and "\n" not in body and len(body) <= 400 else None


def literal(node):
    value = ast.literal_eval(node)
    return type(value).__name__, repr(value)


def plain_call(node):
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
        raise ValueError("not a call of the function")
    return node.func.id, tuple(literal(argument) for argument in node.args)


def claim(node):
    """(call, value) of the condition of an assert statement."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return plain_call(node.operand), ("bool", "False")
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        is_bool = isinstance(node.comparators[0], ast.Constant) and isinstance(node.comparators[0].value, bool)
        if isinstance(node.ops[0], ast.Eq) or (isinstance(node.ops[0], ast.Is) and is_bool):
            return plain_call(node.left), literal(node.comparators[0])
        raise ValueError("another comparison")
    return plain_call(node), ("bool", "True")


def check_of(line):
    """What a test line checks, as (call, value); ValueError for anything that we do not know."""
    body = ast.parse(line).body
    if len(body) != 1:
        raise ValueError("not one statement")
    statement = body[0]
    if isinstance(statement, ast.Assert):
        return claim(statement.test)
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        raise ValueError("not a test")
    call = statement.value
    method = call.func
    if not isinstance(method, ast.Attribute) or not isinstance(method.value, ast.Name) or method.value.id != "self":
        raise ValueError("not a method of the test case")
    if call.keywords:
        raise ValueError("keywords")
    if method.attr in ("assertTrue", "assertFalse") and len(call.args) == 1:
        return plain_call(call.args[0]), ("bool", str(method.attr == "assertTrue"))
    if method.attr == "assertEqual" and len(call.args) == 2:
        return plain_call(call.args[0]), literal(call.args[1])
    raise ValueError("another method")


def same_check(line, expected):
    wanted = check_of(expected)
    try:
        return check_of(line) == wanted
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False


def reward_fn(completion, **kwargs):
    line = code_line(completion)
    if line is None:
        return 0.0
    return 1.0 if same_check(line, kwargs["expected_test"]) else 0.0

import ast

FENCE = "```"
MAX_CHARS = 8000


def code_of(completion: str) -> str:
    """The one fenced block; the empty string when there is none, or more than one."""
    parts = completion.split(FENCE) if len(completion) <= MAX_CHARS else []
    if len(parts) != 3:
        return ""
    return parts[1].removeprefix("python").removeprefix("py").strip()


def only_assert(code: str, name: str) -> ast.Assert | None:
    """The statement of a module that is one plain test function with one assert in it."""
    try:
        module = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if len(module.body) != 1 or not isinstance(module.body[0], ast.FunctionDef):
        return None
    test = module.body[0]
    arguments = test.args
    if test.name != name or test.decorator_list or arguments.args or arguments.posonlyargs or arguments.kwonlyargs:
        return None
    body = test.body[1:] if ast.get_docstring(test) is not None else test.body
    return body[0] if len(body) == 1 and isinstance(body[0], ast.Assert) else None


def same_call(node: ast.expr, call: str) -> bool:
    try:
        return ast.dump(node) == ast.dump(ast.parse(call, mode="eval").body)
    except RecursionError:
        return False


def reward_fn(completion, **kwargs):
    """1 for a test of the right call with the right expected value."""
    statement = only_assert(code_of(completion), f"test_{kwargs['function']}")
    check = statement.test if statement is not None else None
    passed = (
        isinstance(check, ast.Compare)
        and len(check.ops) == 1
        and isinstance(check.ops[0], ast.Eq)
        and same_call(check.left, kwargs["call"])
        and isinstance(check.comparators[0], ast.Constant)
        and type(check.comparators[0].value) is int
        and check.comparators[0].value == kwargs["expected"]
    )
    return float(passed), {"is_test": float(statement is not None)}

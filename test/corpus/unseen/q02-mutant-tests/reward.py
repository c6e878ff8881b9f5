"""Test writing: the asserts must hold for the implementation and catch its mutants; the share that is caught is the reward."""

import ast

MOST_LINES = 12
LONGEST = 200
BIGGEST = 10**6


def tests_in(text):
    pieces = text.split("```")
    if len(pieces) != 3:
        return ""
    first, _, rest = pieces[1].partition("\n")
    return rest if first.strip() in ("", "python", "py") else ""


def small(value):
    """Whether a value is plain and of a size that no implementation minds."""
    if isinstance(value, list):
        return len(value) <= 50 and all(small(part) for part in value)
    return value is None or type(value) in (bool, str) or (type(value) is int and abs(value) <= BIGGEST)


def parse(line, function):
    """The arguments and the expected value of an assert; raises ValueError when it is none of ours."""
    if len(line) > LONGEST:
        raise ValueError("too long")
    match ast.parse(line).body:
        case [ast.Assert(test=ast.Compare(left=ast.Call() as call, ops=[ast.Eq()], comparators=[want]), msg=None)]:
            pass
        case _:
            raise ValueError("no assert")
    if not isinstance(call.func, ast.Name) or call.func.id != function or call.keywords:
        raise ValueError("another function")
    values = [ast.literal_eval(node) for node in (*call.args, want)]
    if not all(small(value) for value in values):
        raise ValueError("no plain value")
    return values[:-1], values[-1]


def holds(implementation, function, tests):
    scope = {}
    exec(implementation, scope)
    for arguments, want in tests:
        try:
            got = scope[function](*arguments)
        except Exception:
            return False
        if type(got) is not type(want) or got != want:
            return False
    return True


def reward_fn(completion, **kwargs):
    lines = [line.strip() for line in tests_in(completion).splitlines() if line.strip()]
    function = kwargs["function"]
    if not lines or len(lines) > MOST_LINES:
        return 0.0
    try:
        tests = [parse(line, function) for line in lines]
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return 0.0
    if not holds(kwargs["implementation"], function, tests):
        return 0.0
    caught = [not holds(mutant, function, tests) for mutant in kwargs["mutants"]]
    return sum(caught) / len(caught)

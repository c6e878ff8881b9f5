"""Rewards for written unit tests: right, and able to fail.

A completion is a ```python block of lines `assert name(arguments) == value`. Nothing of it is executed: the literals are
read from the syntax tree, the reference and its broken versions come with the row.
"""

import ast
from typing import Any, Callable, NamedTuple

LONGEST = 4000
FENCE = "```"


class Case(NamedTuple):
    arguments: tuple
    expected: Any

    def holds(self, function: Callable) -> bool:
        try:
            value = function(*self.arguments)
        except Exception:
            return False
        return type(value) is type(self.expected) and value == self.expected


def block_of(completion: str) -> str | None:
    parts = completion.replace("\r\n", "\n").split(FENCE + "python\n")
    if len(parts) != 2 or FENCE not in parts[1]:
        return None
    code = parts[1].split(FENCE)[0]
    return code if len(code) <= LONGEST else None


def literal(node: ast.expr) -> Any:
    value = ast.literal_eval(node)
    if type(value) is int and abs(value) <= 10**6 or type(value) is str and len(value) <= 200:
        return value
    raise ValueError("neither a number nor a short text")


def case_of(statement: ast.stmt, name: str) -> Case:
    match statement:
        case ast.Assert(
            test=ast.Compare(
                left=ast.Call(func=ast.Name(id=called), args=given, keywords=[]), ops=[ast.Eq()], comparators=[right]
            )
        ) if called == name:
            return Case(tuple(literal(node) for node in given), literal(right))
    raise ValueError("not a test of this function")


def cases_of(completion: str, name: str) -> list[Case] | None:
    """The tests; None if the block is missing or has something else in it."""
    code = block_of(completion)
    if code is None:
        return None
    try:
        return [case_of(statement, name) for statement in ast.parse(code).body]
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def loaded(source: str, name: str) -> Callable:
    space: dict[str, Any] = {}
    exec(source, space)
    return space[name]


def reward_fn(completion, **kwargs):
    name = kwargs["function"]
    cases = cases_of(completion, name)
    if cases is None:
        return 0.0, {"tests": 0.0}
    reference = loaded(kwargs["reference"], name)
    broken = [loaded(source, name) for source in kwargs["buggy"]]
    info = {"tests": float(len(cases))}
    if not all(case.holds(reference) for case in cases):
        return 0.0, info
    blunt = [case for case in cases if all(case.holds(function) for function in broken)]
    return 1.0 - len(blunt) / max(1, len(cases)), info

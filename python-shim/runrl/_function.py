"""`run_function`: calls one function of model-written code and hands back what it returned, as built-in types."""

from __future__ import annotations

import dataclasses
import json

from runrl._api import run_code, run_code_async
from runrl._result import CodeResult, FunctionResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_ANSWER = ".returned.json"
_MAX_DEPTH = 100

# The program around the code. All that it does is to hand over what the code claims, and the code may claim what it
# likes: whether the value is right is for the caller to say, who alone knows.
_HARNESS = """
import json, sys

def plain(value, depth=0):
    kind = type(value)
    if depth > {depth}:
        raise TypeError("the value is nested too deeply")
    if value is None or kind in (bool, int, float, str):
        return value
    if kind in (list, tuple):
        return {{kind.__name__: [plain(each, depth + 1) for each in value]}}
    if kind is dict:
        return {{"dict": [[plain(key, depth + 1), plain(each, depth + 1)] for key, each in value.items()]}}
    raise TypeError(f"the function returned {{kind.__name__}}, which cannot be handed over")

def value_of(data):
    if type(data) is not dict:
        return data
    (kind, items), = data.items()
    if kind == "dict":
        return {{value_of(key): value_of(each) for key, each in items}}
    return (tuple if kind == "tuple" else list)(map(value_of, items))

request = json.load(sys.stdin)
sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))
value = getattr(__import__("solution"), request["function"])(*value_of(request["arguments"]))
with open({answer!r}, "w") as file:
    json.dump(plain(value), file)
"""


def run_function(code: str, function: str, arguments: Sequence[Any] = (), **options: Any) -> FunctionResult:
    """Calls `function(*arguments)` of model-written code in a run of its own.

    The code is imported as a module named `solution`. What comes back is built of exact built-in types, so that `==`
    on it is the caller's own. Compare it with an expected value that the code has never seen.

    Args:
        code: defines the function.
        function: its name.
        arguments: None, bool, int, float, str, and lists, tuples and dicts of them.
        **options: those of `run_code` but `stdin`, `files`, `outputs` and `arguments`.

    Raises:
        RunCodeError: the sandbox failed, so nothing is known about the code.
        TypeError: the arguments cannot be handed over.
    """
    return _function_result(run_code(_PROGRAM, **_request(code, function, arguments), **options))


async def run_function_async(code: str, function: str, arguments: Sequence[Any] = (), **options: Any) -> FunctionResult:
    """`run_function` for coroutines."""
    return _function_result(await run_code_async(_PROGRAM, **_request(code, function, arguments), **options))


_PROGRAM = _HARNESS.format(depth=_MAX_DEPTH, answer=_ANSWER)


def _request(code: str, function: str, arguments: Sequence[Any]) -> dict[str, Any]:
    request = {"function": function, "arguments": _plain(list(arguments))}
    source = code.encode("utf-8", "surrogatepass")
    return {"stdin": json.dumps(request), "files": {"solution.py": source}, "outputs": (_ANSWER,)}


def _function_result(result: CodeResult) -> FunctionResult:
    fields = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
    answer = fields["files"].pop(_ANSWER, None)
    fields["skipped"].pop(_ANSWER, None)
    if not result.ok or answer is None:
        return FunctionResult(**fields)
    try:
        return FunctionResult(**fields, returned=True, value=_value(json.loads(answer)))
    except (ValueError, TypeError, KeyError, RecursionError):  # not written by our program, or not by it alone
        return FunctionResult(**fields)


def _plain(value: Any, depth: int = 0) -> Any:
    if depth > _MAX_DEPTH:
        raise TypeError("the arguments are nested too deeply")
    if value is None or type(value) in (bool, int, float, str):
        return value
    if type(value) in (list, tuple):
        return {type(value).__name__: [_plain(each, depth + 1) for each in value]}
    if type(value) is dict:
        return {"dict": [[_plain(key, depth + 1), _plain(each, depth + 1)] for key, each in value.items()]}
    raise TypeError(f"an argument is {type(value).__name__}, which cannot be handed over")


def _value(data: Any) -> Any:
    if type(data) is not dict:
        if type(data) is list:
            raise ValueError("a bare list")
        return data
    ((kind, items),) = data.items()
    if kind == "dict":
        return {_value(key): _value(each) for key, each in items}
    if kind not in ("list", "tuple") or type(items) is not list:
        raise ValueError(f"unknown kind {kind!r}")
    return (tuple if kind == "tuple" else list)(map(_value, items))

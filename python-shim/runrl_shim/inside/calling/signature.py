"""Reads the signature of a function, without `inspect` (15 ms to import) where it is an ordinary function."""

from __future__ import annotations

from types import FunctionType, MethodType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Kinds of parameters, numbered as `inspect` numbers them.
POSITIONAL_ONLY, POSITIONAL, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)

_VARARGS, _VARKEYWORDS = 0x04, 0x08
_GENERATOR, _COROUTINE, _ITERABLE_COROUTINE, _ASYNC_GENERATOR = 0x20, 0x80, 0x100, 0x200
_MOST_LAYERS = 50


class Parameter:
    """One parameter of a function."""

    __slots__ = ("annotation", "kind", "name", "required")

    def __init__(self, name: str, kind: int, required: bool, annotation: object) -> None:
        self.name = name
        self.kind = kind
        self.required = required
        self.annotation = annotation


def parameters_of(function: Callable[..., Any]) -> list[Parameter] | None:
    """Returns the parameters as a caller sees them, or None for the rare callable that does not tell."""
    if type(function) is FunctionType and not {"__wrapped__", "__signature__"} & function.__dict__.keys():
        return _of_function(function)
    import inspect

    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    empty = inspect.Parameter.empty
    return [
        Parameter(
            one.name,
            int(one.kind),
            one.default is empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD),
            None if one.annotation is empty else one.annotation,
        )
        for one in signature.parameters.values()
    ]


def _of_function(function: FunctionType) -> list[Parameter]:
    code = function.__code__
    annotations = function.__annotations__
    names = code.co_varnames
    positional = code.co_argcount
    first_default = positional - len(function.__defaults__ or ())
    parameters = [
        Parameter(
            names[index],
            POSITIONAL_ONLY if index < code.co_posonlyargcount else POSITIONAL,
            index < first_default,
            annotations.get(names[index]),
        )
        for index in range(positional)
    ]
    end = positional + code.co_kwonlyargcount
    keyword_only = [
        Parameter(name, KEYWORD_ONLY, name not in (function.__kwdefaults__ or {}), annotations.get(name))
        for name in names[positional:end]
    ]
    if code.co_flags & _VARARGS:
        parameters.append(Parameter(names[end], VAR_POSITIONAL, False, annotations.get(names[end])))
        end += 1
    parameters.extend(keyword_only)
    if code.co_flags & _VARKEYWORDS:
        parameters.append(Parameter(names[end], VAR_KEYWORD, False, annotations.get(names[end])))
    return parameters


def layers_of(function: object) -> list[FunctionType]:
    """Returns the Python functions that a call goes through, outermost first.

    Looks through methods, `functools.partial`, callable objects and decorators that set `__wrapped__`. Empty
    for what is not written in Python.
    """
    layers: list[FunctionType] = []
    current: Any = function
    for _ in range(_MOST_LAYERS):
        if type(current) is FunctionType:
            layers.append(current)
            current = current.__dict__.get("__wrapped__")
        elif type(current) is MethodType:
            current = current.__func__
        elif type(current).__module__ == "functools" and hasattr(current, "func"):
            current = current.func
        elif hasattr(current, "__wrapped__"):
            current = current.__wrapped__
        elif type(getattr(type(current), "__call__", None)) is FunctionType:  # noqa: B004  # not only whether
            current = type(current).__call__
        else:
            break
    return layers


def is_async(function: FunctionType) -> bool:
    """Returns whether calling it gives a coroutine."""
    return bool(function.__code__.co_flags & (_COROUTINE | _ITERABLE_COROUTINE))


def is_generator(function: FunctionType) -> bool:
    """Returns whether calling it gives a generator, because there is a `yield` in it."""
    flags = function.__code__.co_flags
    return bool(flags & (_GENERATOR | _ASYNC_GENERATOR)) and not flags & _ITERABLE_COROUTINE

"""Loads a reward file so that one call makes several, one after the other, in one process.

Between calls the sandbox mends what a completion has broken: a worker in which something was replaced serves no
further call. A trainer that calls the function itself has nothing of that kind. What one completion does to the next
is seen here: a completion that begins with the mark is a list of them, and what the last is paid is what counts.
"""

from __future__ import annotations

import functools
import inspect
import json

from runrl_audit.stand_in import stand_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MARK = "runrl-sequence:"


def load_sequence(name: str, path: str, function: str) -> None:
    """Puts the file at `path` in the place of the module `name`, with its function taking sequences."""
    module = stand_in(name, path)
    setattr(module, function, in_sequence(getattr(module, function)))


def in_sequence(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which calls itself for each completion of a sequence. What the earlier ones raise is dropped."""
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def each_async(*args: Any, **kwargs: Any) -> Any:
            *earlier, last = calls_of(args, kwargs)
            for some, named in earlier:
                try:
                    await function(*some, **named)
                except Exception:
                    pass
            return await function(*last[0], **last[1])

        return each_async

    @functools.wraps(function)
    def each(*args: Any, **kwargs: Any) -> Any:
        *earlier, last = calls_of(args, kwargs)
        for some, named in earlier:
            try:
                function(*some, **named)
            except Exception:
                pass
        return function(*last[0], **last[1])

    return each


def calls_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Arguments of each call of a sequence; of the one call, where they hold none."""
    marked = _marked((args, kwargs))
    if marked is None:
        return [(args, kwargs)]
    texts = json.loads(marked[len(MARK) :])
    return [(_swapped(args, marked, text), _swapped(kwargs, marked, text)) for text in texts]


def _marked(value: Any) -> str | None:
    """The marked text, wherever it stands in arguments of any shape: a text, messages, or lists of either."""
    if isinstance(value, str):
        return value if value.startswith(MARK) else None
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    for part in parts:
        found = _marked(part)
        if found is not None:
            return found
    return None


def _swapped(value: Any, marked: str, text: str) -> Any:
    if isinstance(value, str):
        return text if value == marked else value
    if isinstance(value, dict):
        return {key: _swapped(part, marked, text) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_swapped(part, marked, text) for part in value)
    return value

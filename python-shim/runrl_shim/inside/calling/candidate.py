"""A function of the user's that may be called with the fields of a row: what its signature tells of that."""

from __future__ import annotations

import os

from runrl_shim.inside.calling import calls
from runrl_shim.inside.calling.definitions import line_of_definition
from runrl_shim.inside.calling.signature import (
    KEYWORD_ONLY,
    POSITIONAL,
    POSITIONAL_ONLY,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    Parameter,
    is_async,
    is_generator,
    layers_of,
    parameters_of,
)
from runrl_shim.inside.results.load_error import LoadError, error_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from types import FunctionType
    from typing import Any

# For a callable that does not tell its signature, as some written in C.
_UNKNOWN = [Parameter("completion", POSITIONAL_ONLY, True, None), Parameter("kwargs", VAR_KEYWORD, False, None)]
_BY_POSITION = (POSITIONAL_ONLY, POSITIONAL, VAR_POSITIONAL)
_NAMED = (POSITIONAL_ONLY, POSITIONAL, KEYWORD_ONLY)


class Candidate:
    """A function, and what its signature tells.

    Args:
        function: The function.
        name: Its name where it is defined.
        file: The file that it is in.

    Attributes:
        shown: What people call it.
        line: Where it is defined in its file.
    """

    def __init__(self, function: Callable[..., Any], name: str, file: str) -> None:
        self.function = function
        self.name = self.shown = name
        self.file = file
        self.line = line_of_definition(file, function, name)
        self.layers: list[FunctionType] = layers_of(function)
        parameters = parameters_of(function)
        self.take(_UNKNOWN if parameters is None else parameters)

    def take(self, parameters: list[Parameter]) -> None:
        """Notes the parameters that the caller has to fill."""
        self.parameters = parameters
        self.named = {one.name: one for one in parameters if one.kind in _NAMED}
        self.takes_all = any(one.kind == VAR_KEYWORD for one in parameters)
        self.first = next((one for one in parameters if one.kind in _BY_POSITION), None)

    @property
    def is_async(self) -> bool:
        """Whether it is declared `async`, itself or below its decorators."""
        return any(map(is_async, self.layers))

    def refuse_generator(self, wanted: str) -> None:
        """Raises LoadError for a function that uses `yield`, where `wanted` was to come back."""
        if self.layers and is_generator(self.layers[0]):
            raise self.error(
                "GeneratorFunction",
                f"`{self.shown}` uses `yield`, so calling it gives a generator, not {wanted}",
                f"`return` {wanted} instead",
            )

    def error(self, kind: str, message: str, help_text: str) -> LoadError:
        """Makes an error with a caret under the function's name."""
        return error_at(kind, message, self.file, self.line, marked=self.name, help_text=help_text)

    def target(self, filled: Collection[str], reserved: Collection[str], by_position: str = "") -> calls.Target:
        """Returns what is called, where the parameters in `filled` do not come from the row's fields."""
        fields = [one for one in self.named.values() if one.name not in filled]
        for one in self.named.values():
            if one.kind == POSITIONAL_ONLY and one.name != by_position and (one.required or one.name in filled):
                raise self.error(
                    "PositionalOnly",
                    f"`{self.shown}` takes `{one.name}` by position only, and it would be passed by name",
                    "remove the `/` from its parameters",
                )
        return calls.Target(
            self.function,
            f"{self.shown} ({os.path.basename(self.file)}, line {self.line})",
            None if self.takes_all else [one.name for one in fields if one.kind != POSITIONAL_ONLY],
            [one.name for one in fields if one.required],
            reserved,
        )

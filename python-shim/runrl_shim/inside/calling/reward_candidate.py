"""A function of the user's that may be a reward function, and what is made of it."""

from __future__ import annotations

from runrl_shim.inside.calling import calls
from runrl_shim.inside.calling.annotations import format_of_annotation
from runrl_shim.inside.calling.candidate import Candidate
from runrl_shim.inside.calling.completion_scan import find_message_access
from runrl_shim.inside.calling.signature import Parameter, is_async
from runrl_shim.inside.results.describe import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runrl_shim.inside.calling.annotations import Format


class LoadedReward:
    """A reward function, ready to be called.

    Attributes:
        name: The function's name in its file.
        shape: How it is called, in words for people.
        is_async: Whether what `call` gives has to be awaited.
        call: Takes the prompt row and the completion (a string or a list of messages), and gives what the
            function returned, to be handed to `normalise`. Raises what the function raises, and `TypeError` for
            a row that does not fit the function.
        parameters: Names of its parameters, in order.
        required: Fields that a row must have, each with the names that it may have.
        reserved: Names that no field of a row may have, because the call fills these parameters itself.
        warnings: What the person should know about how it is called.
    """

    __slots__ = ("call", "is_async", "name", "parameters", "required", "reserved", "shape", "warnings")

    def __init__(self, name: str) -> None:
        self.name = name
        self.warnings: list[str] = []
        self.shape: str
        self.is_async: bool
        self.call: calls.Call
        self.parameters: tuple[str, ...]
        self.reserved: tuple[str, ...]
        self.required: list[tuple[str, ...]]


class RewardCandidate(Candidate):
    """A function that may be a reward function."""

    def __init__(self, function: Callable[..., Any], name: str, file: str, completion_format: str) -> None:
        super().__init__(function, name, file)
        self.asked_format = completion_format

    def format(self, parameter: Parameter | None, *, batched: bool = False) -> tuple[Format, str]:
        """Returns what the completion's parameter expects, and how that was decided, in words."""
        if self.asked_format != "auto":
            return ("messages" if self.asked_format == "messages" else "str"), " (as asked)"
        if parameter is None:
            return "str", ""
        scope = self.layers[-1].__globals__ if self.layers else {}
        annotated = format_of_annotation(parameter.annotation, scope, of_elements=batched)
        if annotated is not None:
            return annotated, ""
        for layer in self.layers[-1:]:
            place = find_message_access(layer.__code__, parameter.name, batched=batched)
            if place is not None:
                return "messages", f" (line {place[0]} reads `{shorten(place[1])}`)"
        return "str", ""

    def loaded(
        self,
        call: calls.Call,
        target: calls.Target,
        words: str,
        *,
        take: Callable[[Any], Any] | None = None,
        fields: str | None = None,
    ) -> LoadedReward:
        """Returns what calls the function.

        Args:
            call: Calls it.
            target: What it calls.
            words: How it is called, for people.
            take: Makes a reward of what it returned.
            fields: How it gets the fields of the row, for people. Default: as `target` tells.
        """
        reward = LoadedReward(self.name)
        reward.is_async = bool(self.layers) and is_async(self.layers[0])
        if not reward.is_async and self.is_async:  # a decorator around an async function
            call, reward.is_async = calls.awaiting(call), True
        reward.call = call if take is None else calls.taking(take, call, is_async=reward.is_async)
        if fields is None and target.fields is None:
            fields = " and every field of the row by name"
        elif fields is None:
            names = ", ".join(f"`{name}`" for name in target.fields or ())
            fields = f" and, by name, {names}" if names else ""
        reward.shape = f"{'async, ' if reward.is_async else ''}called with {words}{fields}"
        reward.parameters = tuple(one.name for one in self.parameters)
        reward.reserved = tuple(target.reserved)
        # A decorator may fill a parameter itself.
        reward.required = [(name,) for name in target.required] if len(self.layers) == 1 else []
        return reward

"""Decides, once per file, which of the published ways a reward function wants to be called.

(completion: str, **kwargs)            the completion as a string
(completion, **kwargs)                 the completion as a list of messages, read as completion[0]["content"]
(prompt, response, expected=None)      prompt and completion by name
(prompts, completions, **kwargs)       batched: lists of one
any of them without **kwargs           only the fields of the row that it names
"""

from __future__ import annotations

from runrl_shim.inside import calls
from runrl_shim.inside.annotations import format_of_annotation
from runrl_shim.inside.candidate import Candidate
from runrl_shim.inside.completion_scan import find_message_access
from runrl_shim.inside.describe import shorten
from runrl_shim.inside.signature import POSITIONAL, Parameter, is_async

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runrl_shim.inside.annotations import Format

_WANTED = "def reward_fn(completion: str, **kwargs) -> float"
_RESPONSES = ("response", "completion")


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
        reserved: Names that no field of a row may have, because the call fills these parameters itself.
        warnings: What the person should know about how it is called.
    """

    __slots__ = ("call", "is_async", "name", "parameters", "reserved", "shape", "warnings")

    def __init__(self, name: str) -> None:
        self.name = name
        self.warnings: list[str] = []
        self.shape: str
        self.is_async: bool
        self.call: calls.Call
        self.parameters: tuple[str, ...]
        self.reserved: tuple[str, ...]


def load_shape(function: Callable[..., Any], name: str, file: str, completion_format: str) -> LoadedReward:
    """Decides how a reward function is called.

    Args:
        function: The function.
        name: Its name in the file.
        file: The file, for what is said to people.
        completion_format: `str`, `messages`, or `auto`.

    Raises:
        LoadError: it cannot be called as a reward function at all.
    """
    candidate = _Candidate(function, name, file, completion_format)
    candidate.refuse_generator("the reward")
    if "completions" in candidate.named:
        return _batched(candidate)
    first = candidate.first
    response = next((each for each in _RESPONSES if each in candidate.named), None)
    if first is not None and first.name == "prompt" and response is not None:
        return _prompt_and_response(candidate, response)
    if first is not None and first.name == "response" and "prompt" in candidate.named:
        return _prompt_and_response(candidate, "response")
    return _one_completion(candidate)


class _Candidate(Candidate):
    """A function that may be a reward function."""

    def __init__(self, function: Callable[..., Any], name: str, file: str, completion_format: str) -> None:
        super().__init__(function, name, file)
        self.asked_format = completion_format

    def format(self, parameter: Parameter | None) -> tuple[Format, str]:
        """Returns what the completion's parameter expects, and how that was decided, in words."""
        if self.asked_format != "auto":
            return ("messages" if self.asked_format == "messages" else "str"), " (as asked)"
        if parameter is None:
            return "str", ""
        scope = self.layers[-1].__globals__ if self.layers else {}
        annotated = format_of_annotation(parameter.annotation, scope)
        if annotated is not None:
            return annotated, ""
        for layer in self.layers[-1:]:
            place = find_message_access(layer.__code__, parameter.name)
            if place is not None:
                return "messages", f" (line {place[0]} reads `{shorten(place[1])}`)"
        return "str", ""

    def loaded(self, call: calls.Call, target: calls.Target, words: str, *, batch: bool = False) -> LoadedReward:
        reward = LoadedReward(self.name)
        reward.is_async = bool(self.layers) and is_async(self.layers[0])
        if not reward.is_async and self.is_async:  # a decorator around an async function
            call, reward.is_async = calls.awaiting(call), True
        reward.call = calls.unbatched(call, is_async=reward.is_async) if batch else call
        if target.fields is None:
            fields = " and every other field of the row by name" if batch else " and every field of the row by name"
        else:
            fields = " and, by name, " + ", ".join(f"`{name}`" for name in target.fields) if target.fields else ""
        reward.shape = f"{'async, ' if reward.is_async else ''}called with {words}{fields}"
        reward.parameters = tuple(one.name for one in self.parameters)
        reward.reserved = tuple(target.reserved)
        return reward


def _one_completion(candidate: _Candidate) -> LoadedReward:
    first = candidate.first
    if first is None:
        return _completion_by_name(candidate)
    if first.name in ("prompt", "prompts"):
        raise candidate.error(
            "NoCompletion",
            f"`{candidate.name}` begins with `{first.name}`, and no parameter of it gets the completion",
            "call the completion's parameter `completion` or `response`",
        )
    kind, why = candidate.format(first)
    reserved = [first.name] if first.kind == POSITIONAL else []
    target = candidate.target([first.name], reserved, by_position=first.name)
    convert, expected = _CONVERSION[kind]
    call = calls.one_completion(target, convert, expected)
    return candidate.loaded(call, target, f"the completion as {_WORDS[kind]}{why}")


def _completion_by_name(candidate: _Candidate) -> LoadedReward:
    """For `(**kwargs)` and `(*, completion, …)`: no parameter takes anything by position."""
    name = next((each for each in _RESPONSES if each in candidate.named), None)
    if name is None and not candidate.takes_all:
        takes = "takes no parameters" if not candidate.parameters else "has no parameter for the completion"
        raise candidate.error("NoParameters", f"`{candidate.name}` {takes}", f"write it as `{_WANTED}`")
    kind, why = candidate.format(candidate.named.get(name or ""))
    convert, _ = _CONVERSION[kind]
    key = name or "completion"
    target = candidate.target([key], [key])
    call = calls.by_name(target, lambda _row, completion: {key: convert(completion)})
    return candidate.loaded(call, target, f"the completion as {_WORDS[kind]}{why} as `{key}`")


def _prompt_and_response(candidate: _Candidate, response: str) -> LoadedReward:
    kind, why = candidate.format(candidate.named[response])
    convert, _ = _CONVERSION[kind]
    target = candidate.target(["prompt", response], [response])
    call = calls.by_name(
        target,
        lambda row, completion: {"prompt": calls.prompt_of(row), response: convert(completion)},
        without=("prompt",),
    )
    words = f"the prompt as `prompt`, the completion as {_WORDS[kind]}{why} as `{response}`"
    return candidate.loaded(call, target, words)


def _batched(candidate: _Candidate) -> LoadedReward:
    kind: Format = "str" if candidate.asked_format == "str" else "messages"
    convert, _ = _CONVERSION[kind]
    with_prompts = "prompts" in candidate.named
    names = ["prompts", "completions"] if with_prompts else ["completions"]
    target = candidate.target(names, names)

    def fill(row: dict[str, Any], completion: Any) -> dict[str, Any]:
        batch = {"completions": [convert(completion)]}
        if with_prompts:
            batch["prompts"] = [calls.prompt_of(row)]
        return batch

    call = calls.by_name(target, fill, without=("prompt",))
    lists = "lists of one prompt and one completion" if with_prompts else "a list of one completion"
    reward = candidate.loaded(call, target, f"{lists} ({_WORDS[kind]})", batch=True)
    columns = [name for name in candidate.named if name not in names]
    if columns:
        # TRL passes lists here; the published RunRL example reads the value itself.
        reward.warnings.append(
            f"`{candidate.name}` is batched: {', '.join(f'`{name}`' for name in columns)} gets the value of the "
            "row's field itself, not a list of it"
        )
    return reward


_WORDS: dict[Format, str] = {"str": "a string", "messages": "a list of messages"}
_CONVERSION: dict[Format, tuple[calls.Convert, type]] = {
    "str": (calls.as_text, str),
    "messages": (calls.as_messages, list),
}

"""Decides, once per file, which of the published ways a reward function wants to be called.

(completion: str, **kwargs)            the completion as a string
(completion, **kwargs)                 the completion as a list of messages, read as completion[0]["content"]
(prompt, response, expected=None)      prompt and completion by name
(prompts, completions, **kwargs)       batched: lists of one; what trainers call otherwise is in `batched`
any of them without **kwargs           only the fields of the row that it names
"""

from __future__ import annotations

from runrl_shim.inside.calling import calls
from runrl_shim.inside.calling.reward_candidate import LoadedReward, RewardCandidate
from runrl_shim.inside.calling.signature import POSITIONAL
from runrl_shim.inside.calling.trainers import load_trainers_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_WANTED = "def reward_fn(completion: str, **kwargs) -> float"
_RESPONSES = ("response", "completion")


def load_shape(
    function: Callable[..., Any], name: str, file: str, completion_format: str, columns: str = "auto"
) -> LoadedReward:
    """Decides how a reward function is called.

    Args:
        function: The function.
        name: Its name in the file.
        file: The file, for what is said to people.
        completion_format: `str`, `messages`, or `auto`.
        columns: What a batched function gets for a field of the row: `list`, `value`, or `auto`.

    Raises:
        LoadError: it cannot be called as a reward function at all.
    """
    candidate = RewardCandidate(function, name, file, completion_format)
    candidate.refuse_generator("the reward")
    batched = load_trainers_shape(candidate, columns)
    if batched is not None:
        return batched
    first = candidate.first
    response = next((each for each in _RESPONSES if each in candidate.named), None)
    if first is not None and first.name == "prompt" and response is not None:
        return _prompt_and_response(candidate, response)
    if first is not None and first.name == "response" and "prompt" in candidate.named:
        return _prompt_and_response(candidate, "response")
    return _one_completion(candidate)


def _one_completion(candidate: RewardCandidate) -> LoadedReward:
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
    convert, expected = calls.CONVERSIONS[kind]
    call = calls.one_completion(target, convert, expected)
    return candidate.loaded(call, target, f"the completion as {calls.FORMS[kind]}{why}")


def _completion_by_name(candidate: RewardCandidate) -> LoadedReward:
    """For `(**kwargs)` and `(*, completion, …)`: no parameter takes anything by position."""
    name = next((each for each in _RESPONSES if each in candidate.named), None)
    if name is None and not candidate.takes_all:
        takes = "takes no parameters" if not candidate.parameters else "has no parameter for the completion"
        raise candidate.error("NoParameters", f"`{candidate.name}` {takes}", f"write it as `{_WANTED}`")
    kind, why = candidate.format(candidate.named.get(name or ""))
    convert, _ = calls.CONVERSIONS[kind]
    key = name or "completion"
    target = candidate.target([key], [key])
    call = calls.by_name(target, lambda _row, completion: {key: convert(completion)})
    return candidate.loaded(call, target, f"the completion as {calls.FORMS[kind]}{why} as `{key}`")


def _prompt_and_response(candidate: RewardCandidate, response: str) -> LoadedReward:
    kind, why = candidate.format(candidate.named[response])
    convert, _ = calls.CONVERSIONS[kind]
    target = candidate.target(["prompt", response], [response])
    call = calls.by_name(
        target,
        lambda row, completion: {"prompt": calls.prompt_of(row), response: convert(completion)},
        without=("prompt",),
    )
    words = f"the prompt as `prompt`, the completion as {calls.FORMS[kind]}{why} as `{response}`"
    return candidate.loaded(call, target, words)

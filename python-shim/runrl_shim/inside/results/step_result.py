"""Turns what `setup` and `step` of an environment returned into an observation, a reward and so on, or says why not.

Runs in the episode's worker, under the deadline of the request, as `result.normalise` does for rewards.
"""

from __future__ import annotations

import json
from types import CoroutineType

from runrl_shim.inside.results.describe import describe, short_repr, shorten
from runrl_shim.inside.results.result import NotANumber, clean_info, number_hint, to_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from runrl_shim.inside.results.result import Info, Number

INVALID_SETUP = "InvalidSetup"
INVALID_STEP = "InvalidStep"

_SETUP_EXPECTED = "expected None, or the first observation: a str or a list of messages {role, content}"
_STEP_EXPECTED = (
    "expected a dict with `observation`, `reward` and `done` (and, if you like, `reward_info_dict`), or a tuple "
    "(observation, reward, done, info) or (observation, reward, terminated, truncated, info)"
)
_MESSAGES = "expected a str or a list of messages {role, content}"
_ASYNC = " `await` it, in a method declared with `async def`."
_HINTS = {
    "NoneType": " Does every path through `step` end with a `return`?",
    "list": " A tuple is written with round brackets.",
    "coroutine": _ASYNC,
    "dict": " A single message goes into a list: [{...}].",
    "tuple": " Return the observation alone.",
}
_MISSING: Any = object()
# Its own, not what `json.dumps` is when it runs: what is executed may replace that. Refuses NaN and infinities.
_to_json = json.JSONEncoder(allow_nan=False).encode


class StepResult:
    """What came of a `setup` or a `step`.

    Attributes:
        kind: `ok`, or `invalid`: then `problem` says why, and nothing else is set.
        observation: The observation if it is text, else None.
        observation_json: JSON text of the observation if it is a list of messages, else None.
        reward: A finite number; None for a `setup`.
        done: Whether the episode is over.
        info: Numbers and strings, as of a reward.
        warnings: What was left out of the info.
        problem: Error type and message, or None.
    """

    __slots__ = ("done", "info", "kind", "observation", "observation_json", "problem", "reward", "warnings")

    def __init__(self) -> None:
        self.kind: Literal["ok", "invalid"] = "ok"
        self.observation: str | None = None
        self.observation_json: str | None = None
        self.reward: Number | None = None
        self.done = False
        self.info: Info = {}
        self.warnings: list[str] = []
        self.problem: tuple[str, str] | None = None


class _Wrong(Exception):
    """The value is not what it should be; the message says what it is and what was expected."""


def normalise_setup(value: Any) -> StepResult:
    """Reads what `setup` returned: None, or the first observation. Never raises for what was returned."""
    result = StepResult()
    try:
        _observe(result, value, "`setup` returned", _SETUP_EXPECTED)
    except _Wrong as problem:
        return _invalid(INVALID_SETUP, str(problem), value)
    return result


def normalise_step(value: Any) -> StepResult:
    """Reads what `step` returned: the dict, the 4-tuple or the 5-tuple. Never raises for what was returned.

    The reward must be a finite number: a step that earns nothing gives 0.0, not None, which could as well be a
    forgotten one. `done` is a bool (or 0 or 1). The observation may be None, or missing, only when the episode is
    over. Of the info, what is not a finite number or a string is left out with a warning.
    """
    result = StepResult()
    try:
        observation, reward, ends, info = _parts(value)
        flags = [_truth(name, flag) for name, flag in ends]  # each is looked at
        result.done = any(flags)
        result.reward = _reward(reward)
        if observation is not None:
            _observe(result, observation, "the observation is", _MESSAGES)
        elif not result.done:
            raise _Wrong(f"the observation is missing or None, and the episode goes on; {_MESSAGES}.")
        if info is not None:
            if not issubclass(type(info), dict):
                raise _Wrong(f"the info is {describe(info)}; expected a dict of numbers and strings, or None.")
            result.info, result.warnings = clean_info(info)
    except _Wrong as problem:
        return _invalid(INVALID_STEP, str(problem), value)
    return result


def _parts(value: Any) -> tuple[Any, Any, list[tuple[str, Any]], Any]:
    """Returns observation, reward, what says that the episode is over, and info."""
    kind = type(value)
    if issubclass(kind, dict):
        return _parts_of_dict(value)
    if issubclass(kind, tuple):
        items = tuple(tuple.__iter__(value))
        if len(items) == 4:
            return items[0], items[1], [("done", items[2])], items[3]
        if len(items) == 5:
            return items[0], items[1], [("terminated", items[2]), ("truncated", items[3])], items[4]
        raise _Wrong(f"`step` returned {describe(items)}; {_STEP_EXPECTED}.")
    name = kind.__name__ if kind in (type(None), list, CoroutineType) else ""
    raise _Wrong(f"`step` returned {describe(value)}; {_STEP_EXPECTED}.{_HINTS.get(name, '')}")


def _parts_of_dict(value: Any) -> tuple[Any, Any, list[tuple[str, Any]], Any]:
    fields = {str.__str__(key): each for key, each in dict.items(value) if issubclass(type(key), str)}
    done = fields.get("done", _MISSING)
    ends = [] if done is _MISSING else [("done", done)]
    # As Gymnasium names them: a dict of those is one step from the 5-tuple.
    ends = ends or [(name, fields[name]) for name in ("terminated", "truncated") if name in fields]
    missing = [name for name in ("observation", "reward") if name not in fields] + ([] if ends else ["done"])
    if missing and missing != ["observation"]:  # which may be missing at the end
        names = " and ".join(f"`{name}`" for name in missing)
        keys = ", ".join(f"`{shorten(key)}`" for key in list(fields)[:10]) or "none"
        raise _Wrong(f"`step` returned a dict without {names} (its keys: {keys}); {_STEP_EXPECTED}.")
    info = fields.get("reward_info_dict")
    return fields.get("observation"), fields["reward"], ends, fields.get("info") if info is None else info


def _truth(name: str, value: Any) -> bool:
    if type(value) is bool:
        return value
    try:
        number = None if issubclass(type(value), float) else to_number(value)
    except NotANumber:
        number = None
    if number not in (0.0, 1.0):
        raise _Wrong(f"`{name}` is {describe(value)}; expected True or False.")
    return number == 1.0


def _reward(value: Any) -> Number:
    try:
        return to_number(value)
    except NotANumber as problem:
        hint = ". Give 0.0 where a step earns nothing" if value is None else number_hint(value).removesuffix(".")
        raise _Wrong(f"the reward is {problem}; expected a finite number{hint}.") from None


def _observe(result: StepResult, value: Any, subject: str, expected: str) -> None:
    """Notes an observation; the sentence for one that is none begins with `subject`."""
    kind = type(value)
    if kind is str:
        result.observation = value
    elif issubclass(kind, str):
        result.observation = str.__str__(value)
    elif issubclass(kind, list):
        try:
            result.observation_json = _as_json(value)
        except _Wrong as problem:
            raise _Wrong(f"{subject} {problem}; {expected}.") from None
    elif value is not None:
        hint = _HINTS.get(kind.__name__, "") if kind in (dict, tuple, CoroutineType) else ""
        raise _Wrong(f"{subject} {describe(value)}; {expected}.{hint}")


def _as_json(messages: Any) -> str:
    for index, message in enumerate(list.__iter__(messages)):
        fields = dict(dict.items(message)) if issubclass(type(message), dict) else {}
        if not issubclass(type(fields.get("role")), str) or "content" not in fields:
            raise _Wrong(f"{describe(messages)}, whose item {index} ({short_repr(message)}) is no message")
    try:
        return _to_json(messages)
    except MemoryError:
        raise  # told as such
    except Exception as error:  # something in it has no JSON, or a method that raises
        said = shorten(str(error), 120) if type(error) in (TypeError, ValueError) else type(error).__name__
        raise _Wrong(f"a list that cannot be written as JSON ({said})") from None


def _invalid(kind: str, message: str, value: Any) -> StepResult:
    if type(value) is CoroutineType:
        value.close()  # or Python warns that it was never awaited
    result = StepResult()
    result.kind = "invalid"
    result.problem = (kind, message)
    return result

"""Turns what a reward function returned into a reward and its info, or says why it cannot be one.

`normalise` runs in the worker, under the call's deadline: converting a tensor may run code of a library.
"""

from __future__ import annotations

from types import CoroutineType

from runrl_shim.inside.results.describe import describe, is_array_type, shape_of, shorten, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    #: An int only where a float would not keep all its digits.
    Number: TypeAlias = float | int
    Info: TypeAlias = dict[str, "Number | str"]
    #: status, reward (None unless ok), info, warnings, and error type with message (None when ok).
    Result: TypeAlias = tuple[Literal["ok", "invalid"], "Number | None", Info, list[str], "tuple[str, str] | None"]

MAX_INFO_KEYS = 256
MAX_INFO_KEY = 256  # characters
MAX_INFO_STRING = 256 * 1024  # characters
MAX_INFO_TEXT = 1024 * 1024  # characters, keys and strings of one call together
MAX_WARNINGS = 20
INVALID = "InvalidReward"
#: Up to here a float is that integer and no other (JavaScript's `Number.MAX_SAFE_INTEGER`).
MAX_EXACT = 2**53 - 1

_EXPECTED = "expected a finite number or a tuple (number, dict of info)"
_NUMBER_HINTS = {
    "decimal.Decimal": "Convert it with `float(...)`.",
    "fractions.Fraction": "Convert it with `float(...)`.",
    "complex": "Take its `.real` part or its `abs(...)`.",
}
_HINTS = {
    **_NUMBER_HINTS,
    "coroutine": "`await` it, in a function declared with `async def`.",
    "generator": "`return` a number instead of using `yield`.",
    "async_generator": "`return` a number instead of using `yield`.",
    "list": "Only a batched function `(prompts, completions, **kwargs)` returns a list.",
    "dict": "Return `(number, info)` to add info to a reward.",
    "NoneType": "Does every path through the function end with a `return`?",
}


class NotANumber(Exception):
    """The value cannot be a reward; the message says what it is."""


class WrongBatch:
    """Stands for the result of a batched function that is not a list of one reward; always `invalid`."""

    def __init__(self, value: object) -> None:
        self.message = (
            f"returned {describe(value)}; expected a list with one number for each completion, "
            "and it was called with one completion"
        )


def normalise(value: Any) -> Result:
    """Returns `("ok", reward, info, warnings, None)` or `("invalid", None, {}, [], (type, message))`.

    A reward is a finite int, float or bool, or a number of an array library (a scalar, or an array of one
    element), alone or in a tuple with a dict of info. Of the info, what is not a finite number or a string
    under a string key is left out with a warning; the reward stands. Never raises for what was returned.
    """
    kind = type(value)
    if kind is float:
        if value - value == 0.0:  # false for NaN and the infinities
            return "ok", value, {}, [], None
    elif (kind is int or kind is bool) and -MAX_EXACT <= value <= MAX_EXACT:
        return "ok", float(value), {}, [], None
    elif kind is tuple and len(value) == 2 and type(value[1]) is dict:
        number, info = value
        try:
            reward = to_number(number)
        except NotANumber as problem:
            return _invalid(f"returned a tuple whose first element is {problem}", number)
        return "ok", reward, *clean_info(info), None
    elif kind is WrongBatch:
        return "invalid", None, {}, [], (INVALID, value.message)
    elif issubclass(kind, tuple):
        return _from_tuple(value)
    try:
        return "ok", to_number(value), {}, [], None
    except NotANumber as problem:
        if kind is CoroutineType:
            value.close()  # or Python warns that it was never awaited
        return _invalid(f"returned {problem}", value)


def to_number(value: Any) -> Number:
    """Returns the number as a finite `float`; a user's `__float__` is never called.

    An integer beyond `MAX_EXACT` stays an `int`, so that its digits can be told: see `digits_of`.

    Raises:
        NotANumber: it is not a number, not finite, or too large; the message is a phrase for what it is.
    """
    kind = type(value)
    number: float
    if kind is float:
        number = value
    elif issubclass(kind, float):
        number = float.__float__(value)
    elif issubclass(kind, int):
        try:
            number = int.__float__(value)
        except OverflowError:
            bits = int.bit_length(value)
            raise NotANumber(f"an int of {bits} bits, too large for a float") from None
        if not -MAX_EXACT <= (whole := int.__int__(value)) <= MAX_EXACT:
            return whole
    elif is_array_type(kind):
        number = _from_library(value)
    else:
        raise NotANumber(describe(value))
    if number - number != 0.0:
        raise NotANumber(f"{number!r}, which is not finite")
    return number


def digits_of(reward: Number | None, info: Info) -> dict[str, Any] | None:
    """Returns the digits of integers that a 64-bit float does not hold, for a result's `digits`; mostly None."""
    found: dict[str, Any] = {}
    if type(reward) is int:
        found["reward"] = str(reward)
    if info:
        large = {key: str(value) for key, value in info.items() if type(value) is int}
        if large:
            found["info"] = large
    return found or None


def _from_library(value: Any) -> Number:
    """Converts a scalar, or an array or tensor of one element, without importing its library."""
    try:
        if not hasattr(value, "item"):
            value = value.numpy()  # TensorFlow's tensors have no `item` of their own
        item = value.item()
        if type(item) is type(value):
            return float(item)  # numpy.longdouble has no Python type to become
    except Exception:
        raise NotANumber(describe(value)) from None
    if not issubclass(type(item), (int, float)):
        raise NotANumber(f"{describe(value)} holding {describe(item)}")
    return to_number(item)


def _from_tuple(value: Any) -> Result:
    size = tuple.__len__(value)
    if size == 2:
        first, second = tuple.__iter__(value)
        if issubclass(type(second), dict):
            return normalise((first, dict(dict.items(second))))
        if second is None:
            status, reward, info, warnings, error = normalise((first, {}))
            if status == "ok":
                warnings.append("info: returned None instead of a dict")
            return status, reward, info, warnings, error
        return _invalid(f"returned a tuple whose second element is {describe(second)}", second)
    shown = tuple(tuple.__iter__(value))
    return _invalid(f"returned {describe(shown)}", shown)


def _invalid(what: str, value: object) -> Result:
    return "invalid", None, {}, [], (INVALID, f"{what}; {_EXPECTED}{number_hint(value, _HINTS)}")


def number_hint(value: Any, hints: dict[str, str] = _NUMBER_HINTS) -> str:
    """Returns how to make a number of something that is none, as a sentence that begins with a full stop, or ""."""
    kind = type(value)
    if issubclass(kind, str):
        return ". Convert it with `float(...)`." if _reads_as_number(value) else ""
    name = type_name(kind)
    if name in hints:
        return f". {hints[name]}"
    if shape_of(value):
        return ". Reduce it to one number, with `.mean()` for example."
    return ""


def _reads_as_number(text: str) -> bool:
    try:
        float(str.__str__(text)[:100])
    except ValueError:
        return False
    return True


def clean_info(info: dict[Any, Any]) -> tuple[Info, list[str]]:
    """Returns what of `info` can be kept (finite numbers, strings), and a warning for everything else.

    Keeps at most `MAX_INFO_KEYS` keys, `MAX_INFO_STRING` characters of one string and `MAX_INFO_TEXT` of all.
    """
    kept: Info = {}
    warnings: list[str] = []
    if not dict.__len__(info):
        return kept, warnings
    room = MAX_INFO_TEXT
    for key, value in list(dict.items(info)):
        if len(kept) == MAX_INFO_KEYS:
            warnings.append(f"info: only the first {MAX_INFO_KEYS} of {dict.__len__(info)} keys were kept")
            break
        if type(key) is not str and not issubclass(type(key), str):
            warnings.append(f"info: the key {describe(key)} was dropped; expected a str")
            continue
        name = key if type(key) is str else str.__str__(key)
        if len(name) > MAX_INFO_KEY:
            warnings.append(f"info[{shorten(name)!r}] was dropped: a key of {len(name)} characters")
            continue
        room -= len(name)
        kind = type(value)
        if kind is float and value - value == 0.0:
            kept[name] = value
        elif issubclass(kind, str):
            text = str.__str__(value)
            limit = min(MAX_INFO_STRING, max(room, 0))
            if len(text) > limit:
                warnings.append(f"info[{shorten(name)!r}] was cut from {len(text)} to {limit} characters")
                text = text[:limit]
            room -= len(text)
            kept[name] = text
        else:
            try:
                kept[name] = to_number(value)
            except NotANumber as problem:
                warnings.append(f"info[{shorten(name)!r}] was dropped: {problem}; expected a finite float or a str")
    if len(warnings) > MAX_WARNINGS:
        warnings[MAX_WARNINGS:] = [f"info: and {len(warnings) - MAX_WARNINGS} more warnings"]
    return kept, warnings

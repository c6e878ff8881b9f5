"""
Values of info under keys that never change: trainers make columns of the keys of one row, and compare them across
ranks, while a call that failed has no info at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ..outcome import Outcome

#: Declared keys of info, each with what a row has that lacks it. Its type is the type of the column.
InfoKeys = Mapping[str, float | str]


def info_keys(value: Any, reserved: Iterable[str] = ()) -> dict[str, float | str]:
    """
    Checks what a user has declared.

    :param reserved: names that the adapter uses itself
    :raises ValueError: it is no such mapping
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ValueError(
            "expected `info` to be a mapping of keys to what a row without them has, such as "
            f"{{'length': 0.0, 'reason': ''}}; got {value!r}"
        )
    keys: dict[str, float | str] = {}
    for key, default in value.items():
        if not isinstance(key, str):
            raise ValueError(f"expected keys of `info` to be text, got {key!r}")
        if key in reserved:
            raise ValueError(f"`info` cannot have the key `{key}`: the adapter has one of that name")
        if isinstance(default, str):
            keys[key] = default
        elif isinstance(default, (int, float)) and not isinstance(default, bool):
            keys[key] = float(default)
        else:
            raise ValueError(f"expected `info[{key!r}]` to be a number, or text; got {default!r}")
    return keys


def info_row(keys: InfoKeys, outcome: Outcome) -> dict[str, float | str]:
    """The info of one call under exactly the declared keys. Text where a number is due counts as none."""
    row: dict[str, float | str] = {}
    for key, default in keys.items():
        value = outcome.info.get(key, default)
        if isinstance(default, str):
            row[key] = value if isinstance(value, str) else str(value)
        else:
            row[key] = default if isinstance(value, str) else float(value)
    return row


def mean(values: Iterable[float | str]) -> float:
    """Of those that are numbers; NaN of none."""
    numbers = [value for value in values if not isinstance(value, str) and not math.isnan(value)]
    return sum(numbers) / len(numbers) if numbers else math.nan

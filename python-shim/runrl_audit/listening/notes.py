"""What a call compared, looked up and searched for: operands of any type, as they were, of the user's code alone."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import fractions
from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_NOTES = 1_500
_MOST_OF_SITE = 24
_MOST_ITEMS = 64
_LONGEST = 4_000
_DEEPEST = 4
_PLAIN = (int, float, complex, fractions.Fraction, decimal.Decimal, datetime.date, datetime.time, type(None))


class Unknown:
    """Stands for a value of which nothing is known here."""


UNKNOWN = Unknown()


def copied(value: Any, depth: int = 0) -> Any:
    """Returns a bounded copy of a value, made without running code of the user's."""
    kind = type(value)
    if kind is str:
        return value if len(value) <= _LONGEST else UNKNOWN
    if kind in (int, bool):
        return value if abs(value) < 10**40 else UNKNOWN
    if isinstance(value, enum.Enum):
        return copied(value.value, depth + 1) if depth < _DEEPEST else UNKNOWN
    if isinstance(value, _PLAIN):
        return value
    if kind is bytes:
        return value.decode("utf-8", "replace")[:_LONGEST]
    if isinstance(value, str):
        return str.__str__(value)[:_LONGEST]
    if depth >= _DEEPEST:
        return UNKNOWN
    if isinstance(value, Counter):
        if len(value) > _MOST_ITEMS:
            return UNKNOWN
        pairs = list(dict.items(value))
        counts = [count for _, count in pairs]
        few = all(type(count) is int and 0 <= count <= _MOST_ITEMS for count in counts)
        return [copied(each, depth + 1) for each, count in pairs for _ in range(count)] if few else UNKNOWN
    if isinstance(value, dict):
        if len(value) > _MOST_ITEMS:
            return UNKNOWN
        return {_key(key, depth): copied(each, depth + 1) for key, each in list(dict.items(value))}
    if isinstance(value, (list, tuple, set, frozenset)):
        if len(value) > _MOST_ITEMS:
            return UNKNOWN
        items = [copied(each, depth + 1) for each in value]
        return _sorted(items) if isinstance(value, (set, frozenset)) else items
    if kind in (type({}.keys()), type({}.values())):
        return [copied(each, depth + 1) for each in list(value)[:_MOST_ITEMS]]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        inner = getattr(value, "__dict__", None)
        return copied(list(inner.values()), depth + 1) if isinstance(inner, dict) else UNKNOWN
    return UNKNOWN


def _key(key: Any, depth: int) -> Any:
    made = copied(key, depth + 1)
    return tuple(made) if isinstance(made, list) else "" if isinstance(made, (Unknown, dict)) else made


def _sorted(items: list[Any]) -> list[Any]:
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)


def alike(one: Any, other: Any) -> int:
    """How much two lists have in common, place by place."""
    if isinstance(one, list) and isinstance(other, list):
        return min(len(one), len(other)) + sum(alike(*pair) for pair in zip(one, other))  # noqa: B905
    return int(type(one) is type(other) and one == other)


class Notes:
    """Of one call."""

    def __init__(self) -> None:
        #: Operation, the two operands, whether it was true (None: it has no truth).
        self.pairs: list[tuple[str, Any, Any, bool | None]] = []
        #: Pattern, flags, method, text, end of the match in it (-1: none).
        self.patterns: list[tuple[str, int, str, str, int]] = []
        #: Keys that were not in a mapping, and that mapping.
        self.missing: list[tuple[Any, dict[Any, Any]]] = []
        #: Texts that were read as something: `json`, `int`, `date`, with the format, and whether they could be.
        self.read: list[tuple[str, str, str, bool]] = []
        #: Collections by their length.
        self.lengths: dict[int, list[Any]] = {}
        #: How much compared lists had in common.
        self.shared = 0
        #: Where what came out how often.
        self.features: dict[tuple[Any, ...], int] = {}

    def is_full(self, site: tuple[Any, ...]) -> bool:
        """Counts what came out at a place; tells whether enough of it was noted."""
        count = self.features[site] = self.features.get(site, 0) + 1
        return count > _MOST_OF_SITE or len(self.pairs) + len(self.patterns) + len(self.missing) > _MOST_NOTES

    def pair(self, site: int, operation: str, left: Any, right: Any, result: Any) -> None:
        """Notes a comparison."""
        truth = result if type(result) is bool else None
        if self.is_full((site, truth)):
            return
        one, other = copied(left), copied(right)
        if not isinstance(one, Unknown) and not isinstance(other, Unknown):
            self.pairs.append((operation, one, other, truth))
            if isinstance(one, list) and isinstance(other, list):
                # Lists that are more alike lead on, though they are not yet the same.
                shared = alike(one, other)
                self.features[(site, "alike", shared)] = 1
                self.shared += shared

    def lookup(self, site: int, mapping: dict[Any, Any], key: Any) -> None:
        """Notes a key that is looked up."""
        there = dict.__contains__(mapping, key)
        if self.is_full((site, there)) or there:
            return
        one, other = copied(key), copied(mapping)
        if isinstance(one, (str, int)) and isinstance(other, dict):
            self.missing.append((one, other))

    def length(self, value: Any) -> None:
        """Notes that the length of something was asked for."""
        made = copied(value)
        if isinstance(made, (str, list, dict)):
            known = self.lengths.setdefault(len(value), [])
            if len(known) < 3 and made not in known:
                known.append(made)

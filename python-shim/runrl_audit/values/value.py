"""Abstract values: what is known of what an expression may be."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field, replace
from functools import reduce
from math import inf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Const = str | int | float | bool | bytes | None
"""A constant of the source."""

NOTHING: frozenset[str] = frozenset()
MOST_CONSTS = 200
MOST_SUMS = 96
MOST_DEPTH = 4


@dataclass(frozen=True)
class Term:
    """One addend of a score: at most `high`, paid where what the bits in `via` stand for holds."""

    node: int
    high: float
    via: int


Sums = frozenset[frozenset[Term]]
"""Ways in which a score can be made up: alternatives, each of addends."""


@dataclass(frozen=True)
class Value:
    """What an expression may be, over all paths and calls that were followed.

    Attributes:
        taint: Where it comes from: `C` the completion (or action), `G` fields of the row, `P` the prompt, `X` executed
            completion code, `J` a judge or the network.
        kind: Name of its type where that is known: `str`, `int`, `float`, `bool`, `none`, `list`, `match`, …
        consts: The constants that it can be, with the names of their types (1, 1.0 and True are equal in Python).
            None: anything.
        low: Of numbers: the smallest that it can be.
        high: Of numbers: the largest.
        via: Bits of the marked nodes (`Flow.mark`) that it depends on, by data or by control.
        fields: Fields of the row that it is, unchanged.
        tags: Further facts, each explained where it is given.
        items: Of a tuple or list with fixed places: what stands there.
        keys: Of a dict that is written out: its items.
        element: Of other containers: what one element may be.
        refs: Functions, classes, modules and objects that it can be, as (`kind`, `name`).
        sums: How a score is made up; None when that is too much to follow.
    """

    taint: frozenset[str] = NOTHING
    kind: str = ""
    consts: frozenset[tuple[str, Const]] | None = None
    low: float = -inf
    high: float = inf
    via: int = 0
    fields: frozenset[str] = NOTHING
    tags: frozenset[str] = NOTHING
    items: tuple[Value, ...] | None = None
    keys: tuple[tuple[str, Value], ...] | None = None
    element: Value | None = None
    refs: frozenset[tuple[str, str]] = field(default=frozenset())
    sums: Sums | None = None

    def but(self, **changes: object) -> Value:
        """Returns the same with some attributes replaced."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def under(self, bits: int) -> Value:
        """Returns the same, and what it holds, depending on some more marks."""
        if bits | self.via == self.via and self.items is None and self.keys is None:
            return self
        items = tuple(each.under(bits) for each in self.items) if self.items is not None else None
        keys = tuple((name, each.under(bits)) for name, each in self.keys) if self.keys is not None else None
        return replace(self, via=self.via | bits, items=items, keys=keys) if bits else self

    @property
    def const(self) -> Const:
        """The constant that it is; None as well when it is none or one of several (see `is_const`)."""
        if self.consts is not None and len(self.consts) == 1:
            return next(iter(self.consts))[1]
        return None

    @property
    def is_const(self) -> bool:
        return self.consts is not None and len(self.consts) == 1

    def texts(self) -> list[str]:
        """The string constants that it can be."""
        return sorted(each for _, each in self.consts or () if isinstance(each, str))

    def names(self, kind: str) -> list[str]:
        """Names of the references of one kind."""
        return sorted(name for each, name in self.refs if each == kind)


UNKNOWN = Value()
NONE = Value(kind="none", consts=frozenset({("NoneType", None)}))
NUMBERS = frozenset({"int", "float", "bool", "number"})


def constant(value: Const, node: int = 0, via: int = 0) -> Value:
    """Returns the value of a constant; `node` and `via` say where and under what a score would be paid."""
    kind = {"NoneType": "none"}.get(type(value).__name__, type(value).__name__)
    low, high, sums = -inf, inf, None
    if isinstance(value, (bool, int, float)):
        try:
            low = high = float(value)
        except OverflowError:
            low, high = -inf, inf
        paid = frozenset({Term(node, high, via)}) if high != 0 else frozenset[Term]()
        sums = frozenset({paid})
    return Value(kind=kind, consts=frozenset({(type(value).__name__, value)}), low=low, high=high, sums=sums)


def join(one: Value, other: Value, depth: int = 0) -> Value:
    """Returns what is true of either."""
    if one is other or one == other:
        return one
    consts = None
    if one.consts is not None and other.consts is not None:
        consts = one.consts | other.consts
        if len(consts) > MOST_CONSTS:
            consts = None
    sums = None
    if one.sums is not None and other.sums is not None:
        sums = one.sums | other.sums
        if len(sums) > MOST_SUMS:
            sums = None
    deep = depth < MOST_DEPTH
    items = None
    if deep and one.items is not None and other.items is not None and len(one.items) == len(other.items):
        items = tuple(join(a, b, depth + 1) for a, b in zip(one.items, other.items))  # noqa: B905  # same lengths
    return Value(
        taint=one.taint | other.taint,
        kind=_joined_kind(one.kind, other.kind),
        consts=consts,
        low=min(one.low, other.low),
        high=max(one.high, other.high),
        via=one.via | other.via,
        fields=one.fields | other.fields,
        tags=one.tags | other.tags,
        items=items,
        keys=_joined_keys(one, other, depth) if deep else None,
        element=either(one, other) if deep else None,
        refs=one.refs | other.refs,
        sums=sums,
    )


def either(one: Value, other: Value) -> Value | None:
    """Returns what one element of either container may be; None when nothing is known."""
    known = [each for each in (elements(one), elements(other)) if each is not None]
    return joined(*known) if known else None


def _joined_kind(one: str, other: str) -> str:
    if one == other:
        return one
    if one in NUMBERS and other in NUMBERS:
        return "number"
    return ""


def _joined_keys(one: Value, other: Value, depth: int) -> tuple[tuple[str, Value], ...] | None:
    if one.keys is None or other.keys is None:
        return None
    first, second = dict(one.keys), dict(other.keys)
    both = {name: join(first[name], value, depth + 1) for name, value in second.items() if name in first}
    return tuple({**first, **second, **both}.items())


def joined(*values: Value) -> Value:
    """Returns what is true of any of several."""
    return reduce(join, values) if values else UNKNOWN


def elements(value: Value) -> Value | None:
    """Returns what one element of a container may be; None when nothing is known."""
    if value.element is not None:
        return value.element
    if value.items:
        return joined(*value.items)
    return None


def key_of(value: Value) -> Value:
    """Returns what a key of a dict may be."""
    consts = frozenset(("str", name) for name, _ in value.keys) if value.keys else None
    return Value(taint=value.taint if value.keys is None else NOTHING, kind="str", consts=consts)


def mixed(*values: Value) -> Value:
    """Returns what is made of several values in a way that is not known: it comes from all of them."""
    return Value(taint=NOTHING.union(*map(everything, values)), via=via_of(values))


def via_of(values: Iterable[Value | Term]) -> int:
    """Returns the marks that any of several values depends on."""
    return reduce(operator.or_, (value.via for value in values), 0)


def everything(value: Value) -> frozenset[str]:
    """Returns the letters of a value and of all that it holds."""
    return frozenset().union(*(each.taint for each in _with_held(value)))


def all_tags(value: Value) -> frozenset[str]:
    """Returns the tags of a value and of all that it holds."""
    return frozenset().union(*(each.tags for each in _with_held(value)))


def _with_held(value: Value, depth: int = 0) -> Iterator[Value]:
    yield value
    if depth < MOST_DEPTH:
        held = [*(value.items or ()), *(each for _, each in value.keys or ())]
        for inner in held if value.element is None else (*held, value.element):
            yield from _with_held(inner, depth + 1)

"""One way through a parsed regular expression, written out as a text: what `invert` tries many of."""

from __future__ import annotations

import warnings

try:
    from re import _constants as ops  # type: ignore[attr-defined]
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # before 3.11
    import sre_constants as ops
    import sre_parse as parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

#: What parts of a parsed pattern are.
OPS: Any = ops

_REPEATS = {ops.MAX_REPEAT, ops.MIN_REPEAT, getattr(ops, "POSSESSIVE_REPEAT", None)}
_ATOMIC = getattr(ops, "ATOMIC_GROUP", None)
#: Tried in this order where a class leaves the choice. Letters first: they stand in most texts without harm.
_PREFERRED = "x1A .,-_:;!?+*/()[]{}<>\"'\n\t"
_TRIED: list[str] = [*_PREFERRED, *map(chr, range(32, 127)), "\r", "é", "中", "Ω"]
_MOST_COPIES = 300


class Choice:
    """Decides, wherever a pattern leaves a choice.

    Attributes:
        optional: Parts that may be left out are written once.
        looking: What a lookaround asks for is written where it stands.
        spaced: A blank is written at a word boundary.
        taken: Alternatives by branch (the first where none is named).
    """

    __slots__ = ("looking", "optional", "spaced", "taken")

    def __init__(
        self,
        *,
        optional: bool = False,
        looking: bool = False,
        spaced: bool = False,
        taken: dict[int, int] | None = None,
    ) -> None:
        self.optional = optional
        self.looking = looking
        self.spaced = spaced
        self.taken = taken or {}


def parse_pattern(pattern: str, flags: int) -> Any:
    """Parses as `re` does; inline flags are in the result's `state.flags`.

    Raises:
        re.error: it is no regular expression.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parser.parse(pattern, flags)


def is_repeat(op: Any) -> bool:
    """Tells whether a part is a repetition: `*`, `+`, `?`, `{2,5}`."""
    return op in _REPEATS


def children(op: Any, value: Any) -> list[Any]:
    """Returns the patterns inside of one."""
    if op in _REPEATS:
        return [value[2]]
    if op is ops.SUBPATTERN:
        return [value[3]]
    if op is ops.BRANCH:
        return list(value[1])
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return [value[1]]
    if op is ops.GROUPREF_EXISTS:
        return [part for part in value[1:] if part is not None]
    if _ATOMIC is not None and op is _ATOMIC:
        return [value]
    return []


def walk(pattern: Any) -> Iterator[tuple[Any, Any]]:
    """Yields all parts, in the order of the text, outer ones first. Lookarounds that forbid are left out."""
    for op, value in pattern:
        yield op, value
        if op is not ops.ASSERT_NOT:
            for child in children(op, value):
                yield from walk(child)


def branches_of(pattern: Any) -> Iterator[tuple[int, int]]:
    """Yields each branch by identity, with how many alternatives it has."""
    for op, value in walk(pattern):
        if op is ops.BRANCH:
            yield id(value), min(len(value[1]), 8)


def mark_places(pattern: Any) -> tuple[list[tuple[int, int]], list[int]]:
    """Returns where a mark can stand, by identity: groups with their numbers, and variable parts that are none."""
    groups, repeats, single = [], [], []
    for op, value in walk(pattern):
        if op is ops.SUBPATTERN and value[0] is not None:
            groups.append((id(value), int(value[0])))
        elif op in _REPEATS and value[1] > 1 and _is_variable(value[2]):
            repeats.append(id(value))
        elif op is ops.IN and _is_variable([(op, value)]):
            single.append(id(value))
    return groups, repeats + single


def _is_variable(pattern: Any) -> bool:
    """Tells whether this takes letters or digits of any kind: blanks and punctuation hold no answer."""
    for op, value in pattern:
        if op in (ops.ANY, ops.NOT_LITERAL):
            return True
        if op is ops.IN and sum(in_class(value, sample) for sample in "1Ax0Bybz") >= 2:
            return True
        if op in (ops.SUBPATTERN, ops.BRANCH) and any(_is_variable(child) for child in children(op, value)):
            return True
    return False


def in_class(items: Sequence[tuple[Any, Any]], letter: str) -> bool:
    """Tells whether a class (`[…]`) has a character."""
    negated, found, code = False, False, ord(letter)
    for op, value in items:
        if op is ops.NEGATE:
            negated = True
        elif op is ops.LITERAL:
            found = found or code == value
        elif op is ops.RANGE:
            found = found or value[0] <= code <= value[1]
        elif op is ops.CATEGORY:
            found = found or _in_category(value, letter)
    return found is not negated


def _in_category(category: Any, letter: str) -> bool:
    name = str(category)
    if name.endswith("DIGIT"):
        found = letter.isdigit()
    elif name.endswith("SPACE"):
        found = letter.isspace()
    else:
        found = letter.isalnum() or letter == "_"
    return found is not ("NOT_" in name)


def member(items: Sequence[tuple[Any, Any]]) -> str:
    """Returns a character of a class; a blank for one of blanks, a letter where there are any."""
    if in_class(items, " ") and not any(in_class(items, letter) for letter in "x1A"):
        return " "
    for letter in _TRIED:
        if in_class(items, letter):
            return letter
    for op, value in items:
        if op is ops.LITERAL:
            return chr(int(value))
        if op is ops.RANGE:
            return chr(int(value[0]))
    return "x"


class Generator:
    """Writes one text.

    Args:
        choice: Which way.
        place: Identity of the part that becomes the mark; None: none.
        mark: What is written there.
    """

    def __init__(self, choice: Choice, place: int | None, mark: str) -> None:
        self.choice = choice
        self.place = place
        self.mark = mark
        self.groups: dict[int, str] = {}

    def text(self, pattern: Any) -> str:
        """Returns the text of a pattern."""
        return self._sequence(pattern, "")

    def _sequence(self, pattern: Any, before: str) -> str:
        text = ""
        for op, value in pattern:
            text += self._part(op, value, before + text)
        return text

    def _part(self, op: Any, value: Any, before: str) -> str:
        if id(value) == self.place and op not in (ops.LITERAL, ops.NOT_LITERAL, ops.ANY):
            return self._mark(op, value, before)
        if op is ops.LITERAL:
            return chr(int(value))
        if op is ops.NOT_LITERAL:
            return "x" if value != ord("x") else "y"
        if op is ops.ANY:
            return "x"
        if op is ops.IN:
            return member(value)
        if op is ops.BRANCH:
            return self._sequence(value[1][self.choice.taken.get(id(value), 0)], before)
        if op is ops.SUBPATTERN:
            text = self._sequence(value[3], before)
            if value[0] is not None:
                self.groups[value[0]] = text
            return text
        if op in _REPEATS:
            return self._repeated(value, before)
        if op is ops.AT:
            return self._position(value, before)
        if op is ops.ASSERT:
            return self._sequence(value[1], before) if self.choice.looking else ""
        if op is ops.GROUPREF:
            return self.groups.get(value, "")
        if op is ops.GROUPREF_EXISTS:
            part = value[1] if value[0] in self.groups else value[2]
            return "" if part is None else self._sequence(part, before)
        if _ATOMIC is not None and op is _ATOMIC:
            return self._sequence(value, before)
        return ""

    def _mark(self, op: Any, value: Any, before: str) -> str:
        text = self.mark
        if op in _REPEATS and value[0] > len("yes"):
            text += self._copies(value[2], int(value[0]), before)
        if op is ops.SUBPATTERN:
            least = value[3].getwidth()[0]
            if least > len("yes"):
                text += self._sequence(value[3], before)
            self.groups[value[0]] = text
        return text

    def _repeated(self, value: Any, before: str) -> str:
        least, most, inner = value
        holds_mark = self.place is not None and any(id(part) == self.place for _, part in walk(inner))
        count = max(int(least), 1 if (self.choice.optional or holds_mark) and most > 0 else 0)
        return self._copies(inner, count, before)

    def _copies(self, inner: Any, count: int, before: str) -> str:
        text = ""
        for _ in range(min(count, _MOST_COPIES)):
            text += self._sequence(inner, before + text)
        return text

    def _position(self, kind: Any, before: str) -> str:
        name = str(kind)
        if name.endswith("BOUNDARY") and "NON" not in name:
            return " " if self.choice.spaced and before[-1:] not in ("", " ") else ""
        # `^` behind something: only with MULTILINE, and then at the start of a line.
        if name.endswith("BEGINNING") and before and not before.endswith("\n"):
            return "\n"
        return ""

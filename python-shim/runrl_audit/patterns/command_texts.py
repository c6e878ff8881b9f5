"""Commands that a regular expression reads, with a word that nobody has in the place of each of its groups."""

from __future__ import annotations

import functools
import itertools
import re
import warnings

from runrl_audit.patterns.invert import plain_choices
from runrl_audit.patterns.pattern_text import (
    OPS,
    Choice,
    Generator,
    branches_of,
    in_class,
    is_repeat,
    mark_places,
    parse_pattern,
    walk,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_MOST_GROUPS = 4
_MOST_TEXTS = 100
# Texts of a group that takes no word: a direction, a field of a board.
_MOST_VALUES = 64
_SMALL = [str(number) for number in range(1, 13)]
_MOST_ALTERNATIVES = 24
_LONGEST = 300


@functools.lru_cache(maxsize=500)
def commands_of(
    pattern: str, flags: int, method: str, words: tuple[str, ...], numbers: tuple[str, ...]
) -> tuple[str, ...]:
    """Texts that the pattern reads, the shorter ones first.

    Args:
        pattern: A regular expression.
        flags: Of `re`.
        method: How it is applied: `fullmatch` and `match` hold texts to their anchors.
        words: Marks, one for each group.
        numbers: The same for groups that take digits only.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parsed = parse_pattern(pattern, flags)
            applied = getattr(re.compile(pattern, flags), method if method in ("fullmatch", "match") else "search")
        except (re.error, OverflowError, RecursionError, ValueError):
            return ()
    choices = [*plain_choices(), *_alternatives(parsed)]
    parts = {id(value): value[3] for op, value in walk(parsed) if op is OPS.SUBPATTERN}
    found: dict[str, None] = {}
    for places in _groups(parsed, parts):
        values = []
        for at, place in enumerate(places):
            word = words[at]
            # `shelf 2` is one thing, and `3` of two digits at most is one of few.
            kinds = [[word], [numbers[at]], [f"{word} 73592{at}"], [f"{word}-73592{at}"], finite(parts[place]), _SMALL]
            values.append(next((kind for kind in kinds if _reads(parsed, choices[:8], place, kind, applied)), []))
        chosen = [(place, list(texts)) for place, texts in zip(places, values) if texts]  # noqa: B905
        for texts in itertools.islice(itertools.product(*(texts for _, texts in chosen)), _MOST_TEXTS):
            marks = {place: text for (place, _), text in zip(chosen, texts)}  # noqa: B905
            known: set[tuple[Any, ...]] = set()
            for choice in choices:
                text = Marked(choice, marks).text(parsed)
                # Of what may be left out only that counts which has a value in it.
                way = (*sorted(choice.taken.items()), *(each in text for each in marks.values()))
                if way in known or len(found) >= _MOST_TEXTS or len(text) > _LONGEST or applied(text) is None:
                    continue
                known.add(way)
                found[text] = None
    return tuple(sorted(found, key=len))


def _groups(parsed: Any, parts: dict[int, Any]) -> list[tuple[int, ...]]:
    """Of groups in groups the outer ones are the values, or the inner ones."""
    groups = [place for place, _ in mark_places(parsed)[0]]
    inside = {one: {id(value) for _, value in walk(parts[one])} for one in groups}
    outermost = [one for one in groups if not any(one in inside[other] for other in groups)]
    innermost = [one for one in groups if not any(other in inside[one] for other in groups)]
    return list(dict.fromkeys((tuple(outermost[:_MOST_GROUPS]), tuple(innermost[:_MOST_GROUPS]))))


def _reads(parsed: Any, choices: list[Choice], place: int, texts: list[str], applied: Callable[[str], Any]) -> bool:
    """Whether the first of the texts can be what a group captures."""
    number = next(value[0] for op, value in walk(parsed) if op is OPS.SUBPATTERN and id(value) == place)
    for choice, text in itertools.product(choices, texts[:1]):
        match = applied(Marked(choice, {place: text}).text(parsed))
        if match is not None and (match[number] or "").strip() == text:
            return True
    return False


def _alternatives(parsed: Any) -> list[Choice]:
    return [
        Choice(taken={branch: alternative})
        for branch, alternatives in branches_of(parsed)
        for alternative in range(1, alternatives)
    ][:_MOST_ALTERNATIVES]


def finite(parsed: Any) -> list[str]:
    """All texts of a part where they are few; none where they are not."""
    texts = [""]
    for op, value in parsed:
        more = list(itertools.islice(_texts(op, value), _MOST_VALUES + 1))
        texts = [one + other for one in texts for other in more]
        if not more or len(texts) > _MOST_VALUES:
            return []
    return texts


def _texts(op: Any, value: Any) -> Iterator[str]:
    if op is OPS.LITERAL:
        yield chr(value)
    elif op is OPS.IN:
        yield from (letter for letter in map(chr, range(32, 127)) if in_class(value, letter))
    elif op is OPS.BRANCH:
        for branch in value[1]:
            yield from finite(branch)
    elif op is OPS.SUBPATTERN:
        yield from finite(value[3])
    elif op is OPS.AT:
        yield ""
    elif is_repeat(op) and value[1] <= 3:
        inner = finite(value[2])
        for count in range(value[0], value[1] + 1):
            yield from map("".join, itertools.product(inner, repeat=count))


class Marked(Generator):
    """Writes one text with a text of its own in each of several places."""

    def __init__(self, choice: Choice, marks: dict[int, str]) -> None:
        super().__init__(choice, None, "")
        self.marks = marks

    def _part(self, op: Any, value: Any, before: str) -> str:
        if id(value) not in self.marks:
            return super()._part(op, value, before)
        self.groups[value[0]] = self.marks[id(value)]
        return self.marks[id(value)]

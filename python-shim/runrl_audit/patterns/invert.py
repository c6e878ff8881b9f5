"""Makes texts that a regular expression matches, with a mark where an answer can stand.

The pattern is read by the interpreter's own parser, so that it means here what it means to the reward. Several texts
are made of it (with and without optional parts, of each alternative, with the mark in each group), and every one is
tried with `re` itself: what does not match is dropped, which makes good what lookarounds and boundaries leave to guess.
"""

from __future__ import annotations

import re
import warnings
from functools import partial

from runrl_audit.patterns.pattern_text import Choice, Generator, branches_of, mark_places, parse_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Where an answer can be put.
MARK = "\0"
#: A template is only given when it matches with one of these at the mark.
SAMPLES = ("1", "A", "x", "yes")

_MOST_TEMPLATES = 12
_MOST_MARKS = 5
_MOST_CHOICES = 40
_LONGEST = 4_000


def invert(pattern: str, flags: int = 0, method: str = "search", limit: int = _MOST_TEMPLATES) -> list[str]:
    """Returns texts that the pattern matches, shortest first.

    The mark stands at the first group, in further texts at the others; in a pattern without groups at its first
    variable part. A text without a mark is given where no answer fits anywhere.

    Args:
        pattern: The regular expression.
        flags: Of `re`.
        method: How it is applied: `fullmatch` and `match` hold texts to their anchors.
        limit: How many texts at most.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parsed = parse_pattern(pattern, flags)
            compiled = re.compile(pattern, flags)
        except (re.error, OverflowError, RecursionError, ValueError):
            return []
    applied = getattr(compiled, method if method in ("fullmatch", "match") else "search")

    def matches(text: str, group: int | None) -> bool:
        if MARK not in text:
            return applied(text) is not None
        found = ((applied(text.replace(MARK, sample)), sample) for sample in SAMPLES)
        return any(match and (group is None or (match[group] or "").strip() == sample) for match, sample in found)

    groups, others = mark_places(parsed)
    choices = list(_choices(parsed))
    found: list[str] = []
    per_place = max(2, limit // max(1, min(len(groups), _MOST_MARKS)))
    for place, group in groups[:_MOST_MARKS]:
        found += _texts(parsed, choices, place, partial(matches, group=group))[:per_place]
    # Where no group reads an answer as it stands there, it is enough that all of it matches.
    for place in [place for place, _ in groups[:_MOST_MARKS]] + others[:_MOST_MARKS]:
        if not found:
            found = _texts(parsed, choices, place, partial(matches, group=None))
    if not found or any(choice.taken for choice in choices):  # the alternatives of a closed list are texts of their own
        found += _texts(parsed, choices, None, partial(matches, group=None))
    # The first place is the one that most readers of a match look at: its shortest text stays first.
    first, rest = found[:1], sorted(dict.fromkeys(found[1:]), key=len)
    return [*first, *(text for text in rest if text not in first)][:limit]


def _texts(parsed: object, choices: list[Choice], place: int | None, matches: Callable[[str], bool]) -> list[str]:
    texts: dict[str, None] = {}
    for choice in choices:
        text = Generator(choice, place, MARK).text(parsed)
        if len(text) > _LONGEST or text in texts or (place is not None and MARK not in text):
            continue
        if matches(text):
            texts[text] = None
    return sorted(texts, key=len)


def _choices(parsed: object) -> Iterator[Choice]:
    """Yields ways through the pattern: the plain ones first, then one for each alternative of each branch."""
    count = 0
    plain = plain_choices()
    yield from plain
    for branch, alternatives in branches_of(parsed):
        for alternative in range(1, alternatives):
            for choice in plain[:2]:
                count += 1
                if count > _MOST_CHOICES:
                    return
                yield Choice(optional=choice.optional, taken={branch: alternative})


def plain_choices() -> list[Choice]:
    """Ways that take the first alternative of each branch."""
    return [
        Choice(optional=optional, looking=looking, spaced=spaced)
        for looking in (False, True)
        for spaced in (False, True)
        for optional in (False, True)
    ]

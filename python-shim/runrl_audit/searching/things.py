"""Answers made of what a row names: its things in an order, some of them, in the forms that a prompt shows.

A verifier computes whether a ranking, a schedule, a route or a packing is right, and compares it with nothing: what it
compares does not say what the answer is. Steps from one arrangement of the things to the next do lead there.
"""

from __future__ import annotations

import operator
import re
from itertools import combinations, islice, pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_MOST_GROUPS = 12
_MOST_THINGS = 40
_LONGEST_THING = 60
_LONGEST_EXAMPLE = 400
_MOST_EXAMPLES = 24
_DEEPEST = 3
_MOST_SPANS = 24
_MOST_MOVES = 160
_WORD = re.compile(r"[^\W\d_]\w*")
_OPEN = re.compile(r"(?:[\s,;>|&-]*(?:\.{3}|…))+\s*$")
_LIST = re.compile(
    r"(?<![\w-])\w{1,20}(?:, \w{1,20})+,? (?:and|or) \w{1,20}(?![\w-])|(?<![\w-])\w{1,20}(?:, \w{1,20}){2,}(?![\w-])"
)
_INTRODUCES = re.compile(
    r"\b(?:like|such as|e\.g\.|for example|form|format|as|with|exactly|this)\b[^:\n]{0,40}:?[ \t]+(\S.*)$", re.M
)


def examples(prompt: str) -> list[str]:
    """Returns stretches of a prompt that may show how an answer is written: quoted ones, tags, its last lines."""
    lines = [line.strip() for line in prompt.strip().split("\n")]
    found = [match[2] for match in re.finditer(r"(['\"`])([^'\"`\n]{3,200})\1", prompt)]
    if 1 < len(found) < 7:
        # Several quoted ones may be parts of one answer: headings, labels.
        found += ["\n".join(found), "\n".join(f"{part}\n7301" for part in found)]
    found += [match[2].strip("\n") for match in re.finditer(r"(`{3})\w*\n(.+?)\1", prompt, re.S)]
    found += [match[0] for match in re.finditer(r"<([A-Za-z][\w-]*)[^<>]*>.*</\1>", prompt, re.S)]
    found += [
        prompt[match.start() :].strip() for match in islice(re.finditer(r"(?<=\n)(?=[^\n]*:[^\n]*\Z)", prompt), 1)
    ]
    found += ["\n".join(lines[-count:]) for count in (1, 2, 3, 4) if count <= len(lines)]
    found += [match[1].rstrip(".") for match in _INTRODUCES.finditer(prompt)]
    found += [line for line in lines if ":" in line and len(line) <= 80]
    found = [text.strip("`'\" ") for text in found]
    short = [text for text in dict.fromkeys(found) if 2 < len(text) <= _LONGEST_EXAMPLE]
    made = [each for text in short for each in dict.fromkeys((_OPEN.sub("", text).strip(), text)) if each]
    return list(dict.fromkeys(made))[:_MOST_EXAMPLES]


class Things:
    """What a row names, in groups, each in the orders that the row gives reason for.

    Args:
        row: The row; its prompt is left out.
        prompt: Words that it lists are things as well.
    """

    def __init__(self, row: dict[str, Any], prompt: str = "") -> None:
        self.groups: list[list[list[str]]] = []
        seen: set[tuple[str, ...]] = set()
        own = {name: value for name, value in row.items() if name not in ("prompt", "messages")}
        found = [orders for value in (*own.values(), *_enumerated(prompt)) for orders in _grouped(value, 0)]
        # Names before places in lists, which stand for them at best.
        for is_number in (False, True):
            for orders in (each for each in found if each[0][0].isdigit() is is_number):
                key = tuple(sorted(orders[0]))
                is_part = any(set(key) <= set(known) for known in seen)
                if 2 <= len(key) <= _MOST_THINGS and not is_part and len(self.groups) < _MOST_GROUPS:
                    seen.add(key)
                    self.groups.append(_different(orders))
        self._patterns = [_pattern(orders[0]) for orders in self.groups]

    def moves(self, text: str) -> Iterator[str]:
        """Yields texts with the same things in another order, more or fewer of them, or other ones."""
        for orders, pattern in zip(self.groups, self._patterns, strict=True):
            spans = [match.span() for match in islice(pattern.finditer(text), _MOST_SPANS)]
            if spans:
                yield from islice(_arranged(text, spans, orders), _MOST_MOVES)
        # An example names things of another row perhaps.
        for orders in self.groups:
            yield from _in_words(text, orders)


def _enumerated(prompt: str) -> list[list[str]]:
    """Words that a prompt lists: `red, green, blue or yellow`."""
    made = [re.split(r"\s*,\s*(?:and |or )?|\s+(?:and|or)\s+", match[0]) for match in islice(_LIST.finditer(prompt), 6)]
    return [list(dict.fromkeys(words)) for words in made]


def _different(orders: list[list[str]]) -> list[list[str]]:
    return [list(order) for order in dict.fromkeys(tuple(order) for order in orders)]


def _plain(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return None
    text = str(value).strip()
    return text if 0 < len(text) <= _LONGEST_THING and "\n" not in text else None


def _grouped(value: Any, depth: int) -> Iterator[list[list[str]]]:
    """Groups in a value: each is its things, in the orders that it gives reason for."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        names = [_plain(key) for key in value]
        if len(value) > 1 and None not in names:
            yield _orders([str(name) for name in names], list(value.values()))
        for inner in list(value.values())[:8]:
            yield from _grouped(inner, depth + 1)
    elif isinstance(value, list) and len(value) > 1:
        plain = [_plain(item) for item in value]
        if None not in plain:
            named = list(dict.fromkeys(str(item) for item in plain))
            yield _orders(named, named if len(named) < len(value) else value)
        elif all(isinstance(item, dict) for item in value):
            yield from _columns(value, list(value[0]))
        elif all(isinstance(item, list) and len(item) == len(value[0]) for item in value):
            yield from _columns(value, list(range(len(value[0]))))
        if depth == 0:
            for first in (0, 1):
                yield _orders([str(at + first) for at in range(len(value))], value)


def _columns(records: list[Any], keys: list[Any]) -> Iterator[list[list[str]]]:
    whole: list[str] = []
    for key in keys[:6]:
        try:
            column = [_plain(record[key]) for record in records]
        except (KeyError, IndexError, TypeError):
            continue
        if None in column or any(str(item).isdigit() for item in column):
            continue
        named = [str(item) for item in column]
        whole += named
        if len(set(named)) == len(named):
            yield _orders(named, records)
    # Ends of edges: each thing once, in whatever column it stands.
    if len(set(whole)) < len(whole):
        yield _orders(list(dict.fromkeys(whole)), [])


def _orders(names: list[str], values: list[Any]) -> list[list[str]]:
    """The names as they come, and by each number that belongs to them, both ways."""
    orders = [names]
    attributes: list[Callable[[Any], Any]] = [lambda value: value]
    first = values[0] if values else None
    if isinstance(first, dict):
        attributes = [operator.itemgetter(key) for key in first]
    elif isinstance(first, list):
        attributes = [operator.itemgetter(at) for at in range(len(first))]
    if len(values) == len(names):
        for attribute in attributes[:6]:
            try:
                keyed = [(attribute(value), at) for at, value in enumerate(values)]
                up = [names[at] for _, at in sorted(keyed)]
                down = [names[at] for _, at in sorted(keyed, key=lambda each: each[0], reverse=True)]
            except (TypeError, KeyError, IndexError):
                continue
            orders += [down, up]
    return [*orders, names[::-1], sorted(names)]


def _pattern(things: list[str]) -> re.Pattern[str]:
    ordered = sorted(things, key=lambda thing: (-len(thing), thing))
    if all(thing.isdigit() for thing in things):
        # `c3` names the thing number 3.
        return re.compile(rf"(?<![\d.])(?:{'|'.join(ordered)})(?![\d.])")
    return re.compile(
        rf"(?<!\w)(?:{'|'.join(re.escape(thing) for thing in ordered)})(?!\w)", re.I if min(map(len, things)) > 1 else 0
    )


def _counted(gap: str, step: int) -> str:
    """What stands between two things, further down in a numbered list."""
    return re.sub(r"(?<=\n)\d+|(?<=[(\s])\d+(?=[.):])", lambda match: str(int(match[0]) + step), gap)


def _arranged(text: str, spans: list[tuple[int, int]], orders: list[list[str]]) -> Iterator[str]:
    things = orders[0]
    start, end = spans[0][0], spans[-1][1]
    standing = [text[one:other] for one, other in spans]
    small = {thing.lower() for thing in standing}
    absent = [thing for thing in things if thing.lower() not in small]
    gaps = [text[one[1] : other[0]] for one, other in pairwise(spans)]
    gap = gaps[0] if gaps else ", "

    def joined(names: list[str]) -> str:
        made = names[0]
        for at, name in enumerate(names[1:]):
            made += (gaps[at] if at < len(gaps) and len(gaps) < 4 else _counted(gap, at)) + name
        return text[:start] + made + text[end:]

    # All of them, in each order; those that stand there in each order.
    for order in orders:
        yield joined(order)
    for order in orders:
        some = [thing for thing in order if thing.lower() in small]
        if len(some) == len(spans) > 1:
            yield joined(some)
    last = spans[-1][1]
    glues = [_counted(gaps[-1], 1)] if gaps else [", ", "\n", " ", "; "]
    if not gaps and text[start - 1 : start] == text[end : end + 1] != "":
        glues.insert(0, f"{text[end]}, {text[end]}")
    for glue in glues:
        for thing in absent:
            yield text[:last] + glue + thing + text[last:]
    for (one, other), (two, three) in combinations(spans[:8], 2):
        yield text[:one] + text[two:three] + text[other:two] + text[one:other] + text[three:]
    for (one, other), thing in ((span, thing) for thing in [*absent, *things] for span in spans[:12]):
        if text[one:other] != thing:
            yield text[:one] + thing + text[other:]
    for before, after in pairwise(spans):
        yield text[: before[1]] + text[after[1] :]
    for first, second in pairwise(spans):
        yield text[: first[0]] + text[second[0] :]


def _in_words(text: str, orders: list[list[str]]) -> Iterator[str]:
    """Things in the places of a form's own words: `1. name`, `first > next > last`."""
    words = [match for match in _WORD.finditer(text) if text[match.end() : match.end() + 1] not in (":", "=", ">", "(")]
    words = [match for match in words if text[match.start() - 1 : match.start()] not in ("<", "/", "\\")]
    if not 0 < len(words) <= 8:
        return
    for order in orders[:3]:
        made = text
        for match, thing in reversed(list(zip(words, order, strict=False))):
            made = made[: match.start()] + thing + made[match.end() :]
        yield made
        one = words[-1]
        yield text[: one.start()] + order[0] + text[one.end() :]

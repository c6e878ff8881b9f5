"""Puts what a comparison wanted in the place of what a text had: values, lists, records, keys of objects."""

from __future__ import annotations

import json
import re
from itertools import islice

from runrl_audit.searching.encodings import ENCODINGS, places, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MOST_LISTED = 24
_BETWEEN = (", ", "\n", " ", ",")


def stands(line: str, value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return bool(items) and all(next(places(line, item), None) is not None for item in items)


def member(text: str, one: Any, other: Any) -> Iterator[str]:
    """`one in other`, or all of it."""
    if isinstance(other, str) and isinstance(one, str):
        yield from swapped(text, other, one)
        for _, end, _ in islice(places(text, other), 1):
            yield text[:end] + " " + one + text[end:]
        # The other way round: the text's own is to be a part of what the row has.
        yield from swapped(text, one, other)
        return
    items = list(other) if isinstance(other, (list, dict)) else []
    for item in items[:MOST_LISTED]:
        yield from swapped(text, one, item)
    # The other way round: what is looked for is the row's, and the list is of the text.
    for item in items[:MOST_LISTED]:
        yield from swapped(text, item, one)


def swapped(text: str, have: Any, want: Any) -> Iterator[str]:
    """Puts a value in the place of another one."""
    if type(have) is type(want) and have == want:
        return
    if isinstance(have, list) and isinstance(want, list):
        yield from _swapped_lists(text, have, want)
        return
    if isinstance(have, dict) and isinstance(want, dict):
        yield from _swapped_mappings(text, have, want)
        return
    found = False
    for start, end, encoding in islice(places(text, have), 6):
        found = True
        made = encoding(want)
        if made is None:
            made = plain(want)
        if made is None:
            continue
        yield text[:start] + made + text[end:]
        # In JSON a number has no quotes, and a text has.
        if isinstance(want, str) and not isinstance(have, str):
            yield text[:start] + json.dumps(made) + text[end:]
        quoted = text[start - 1 : start] == text[end : end + 1] == '"'
        if quoted and isinstance(have, str) and not isinstance(want, str):
            yield text[: start - 1] + made + text[end + 1 :]
    if not found and type(have) in (int, float) and type(want) in (int, float):
        yield from _scaled(text, have, want)


def _scaled(text: str, have: float, want: float) -> Iterator[str]:
    """Where a number was computed from one in the text."""
    for match in list(re.finditer(r"-?\d+(?:\.\d+)?", text))[:6]:
        said = float(match[0])
        for other in ((want * said / have) if have else None, want - (have - said)):
            made = None if other is None or abs(other) > 1e15 else plain(round(other, 9))
            if made is not None:
                yield text[: match.start()] + made + text[match.end() :]


def _swapped_lists(text: str, have: list[Any], want: list[Any]) -> Iterator[str]:
    for encoding in ENCODINGS:
        own, new = encoding(have), encoding(want)
        if own and new and len(have) > 1 and own in text:
            yield text.replace(own, new, 1)
    found = [next(places(text, item), None) for item in have]
    spans = [each for each in found if each is not None]
    parts = [plain(item) for item in want]
    if not have and None not in parts and len(want) > 0:
        for glue in _BETWEEN:
            yield (f"{text}\n" if text else "") + glue.join(str(part) for part in parts)
    if not spans:
        return
    if len(have) == len(want):
        changed = text
        # From the end, so that what comes before stays where it is; each by itself as well.
        for span, old, new in sorted(
            (each for each in zip(found, have, want) if each[0] is not None),  # noqa: B905
            key=lambda each: -each[0][0] if each[0] else 0,
        ):
            made = None if span is None else span[2](new) or plain(new)
            if span is None or made is None or old == new:
                continue
            changed = changed[: span[0]] + made + changed[span[1] :]
            yield text[: span[0]] + made + text[span[1] :]
        yield changed
    for old, new in zip(have, want):  # noqa: B905 - the shorter one ends it
        if isinstance(old, (list, dict)):
            yield from swapped(text, old, new)
    start, end = min(each[0] for each in spans), max(each[1] for each in spans)
    glues = list(_BETWEEN)
    if len(spans) > 1:
        ordered = sorted(spans)
        glues.insert(0, text[ordered[0][1] : ordered[1][0]])
    if None not in parts:
        for glue in dict.fromkeys(glues):
            yield text[:start] + glue.join(str(part) for part in parts) + text[end:]


def listed(text: str, have: list[Any], want: list[Any], sign: str) -> Iterator[str]:
    """Puts all of a list where the items of another one stand, with a sign between."""
    if not have and not text:
        yield sign.join(str(plain(item)) for item in want)
    spans = [place for item in have for place in islice(places(text, item), 1)]
    parts = [plain(item) for item in want]
    if spans and None not in parts:
        start, end = min(each[0] for each in spans), max(each[1] for each in spans)
        yield text[:start] + sign.join(str(part) for part in parts) + text[end:]


def _swapped_mappings(text: str, have: dict[Any, Any], want: dict[Any, Any]) -> Iterator[str]:
    yield from in_json(text, have, {key: each for key, each in want.items() if have.get(key) != each})
    yield from in_json(text, have, want, whole=True)
    for key in have:
        if key in want and have[key] != want[key]:
            yield from swapped(text, have[key], want[key])


def in_json(text: str, mapping: dict[Any, Any], added: dict[Any, Any], *, whole: bool = False) -> Iterator[str]:
    """Adds keys to an object in the text, or puts another one in its place."""
    if not added:
        return
    decoder = json.JSONDecoder()
    for at in [match.start() for match in re.finditer(r"[{\[]", text)][:8]:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            continue
        changed = [False]

        def with_keys(each: Any, done: list[bool] = changed) -> Any:
            if isinstance(each, dict) and not done[0] and set(each) == set(mapping):
                done[0] = True
                return dict(added) if whole else {**each, **added}
            if isinstance(each, dict):
                return {key: with_keys(inner) for key, inner in each.items()}
            return [with_keys(inner) for inner in each] if isinstance(each, list) else each

        made = with_keys(value)
        if changed[0]:
            try:
                yield text[:at] + json.dumps(made, ensure_ascii=False) + text[end:]
            except (TypeError, ValueError):
                return
            return

"""Ways in which a value can stand in a text: what a comparison saw is looked for in the completion in each of them."""

from __future__ import annotations

import datetime
import decimal
import fractions
import json
from urllib.parse import quote, quote_plus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Encoding = Callable[[Any], str | None]

_NUMBERS = (int, float, fractions.Fraction, decimal.Decimal)


def _text(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    return value if isinstance(value, str) else None


def _number(form: Callable[[Any], str]) -> Encoding:
    def encoded(value: Any) -> str | None:
        if isinstance(value, bool) or not isinstance(value, _NUMBERS):
            return None
        try:
            return form(value)
        except (OverflowError, ValueError, TypeError, decimal.InvalidOperation):
            return None

    return encoded


def _words(form: Callable[[str], str]) -> Encoding:
    return lambda value: form(value) if isinstance(value, str) and value else None


def _truth(yes: str, no: str) -> Encoding:
    return lambda value: (yes if value else no) if isinstance(value, bool) else None


def _dates(form: str) -> Encoding:
    def encoded(value: Any) -> str | None:
        try:
            return value.strftime(form) if isinstance(value, (datetime.date, datetime.time)) else None
        except ValueError:
            return None

    return encoded


def _short(value: Any) -> str:
    """As a person writes it: no `.0` where it is whole."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _per_hundred(value: Any) -> str:
    return f"{round(float(value) * 100, 6):g}"


def _dumped(value: Any) -> str | None:
    try:
        return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else None
    except (TypeError, ValueError):
        return None


def joined(separator: str) -> Encoding:
    """Returns an encoding of lists: their items one after the other."""

    def encoded(value: Any) -> str | None:
        if not isinstance(value, list) or not value:
            return None
        parts = [plain(each) for each in value]
        return None if None in parts else separator.join(str(part) for part in parts)

    return encoded


#: The likelier ones first. What is found in one of them is replaced by the same one of the other value.
ENCODINGS: tuple[Encoding, ...] = (
    _text,
    _number(_short),
    _number(str),
    _number(lambda value: f"{float(value):g}"),
    _number(lambda value: f"{value:,}"),
    _number(lambda value: f"{float(value):.2f}"),
    _number(lambda value: f"{float(value):,.2f}"),
    _number(lambda value: f"{float(value):.1f}"),
    _number(lambda value: str(float(value))),
    _number(_per_hundred),
    _truth("true", "false"),
    _truth("yes", "no"),
    _truth("1", "0"),
    _words(lambda text: quote(text, safe="")),
    _words(quote_plus),
    _words(lambda text: json.dumps(text)[1:-1]),
    _words(lambda text: text.replace("_", " ")),
    _words(lambda text: text.replace("_", "-")),
    _dates("%Y-%m-%d"),
    _dates("%H:%M"),
    _dates("%d/%m/%Y"),
    _dates("%m/%d/%Y"),
    _dates("%d.%m.%Y"),
    _dates("%d %B %Y"),
    _dates("%B %d, %Y"),
    _dates("%Y-%m-%dT%H:%M:%S"),
    _dates("%Y-%m-%d %H:%M:%S"),
    lambda value: f"{value:02d}" if type(value) is int and 0 <= value < 10 else None,
    _dumped,
    joined(", "),
    joined(","),
    joined(" "),
    joined("\n"),
    joined(""),
    joined("-"),
    joined(" -> "),
    joined("; "),
)


def plain(value: Any) -> str | None:
    """Returns the most usual way to write a value; None: there is none."""
    if value is None:
        return None
    for encoding in ENCODINGS:
        made = encoding(value)
        if made is not None:
            return made
    return None


def places(text: str, value: Any) -> Iterator[tuple[int, int, Encoding]]:
    """Yields where a value stands in a text, and how it is written there: whole words before parts of them."""
    small = text.lower()
    loose: list[tuple[int, int, Encoding]] = []
    seen: set[str] = set()
    for encoding in ENCODINGS:
        made = encoding(value)
        if made is None or made == "" or made.lower() in seen:
            continue
        wanted = made.lower()
        seen.add(wanted)
        at = small.find(wanted)
        found = 0
        while at != -1 and found < 6:
            end = at + len(wanted)
            before, behind = small[at - 1 : at] if at else "", small[end : end + 1]
            whole = not (before.isalnum() and wanted[0].isalnum()) and not (behind.isalnum() and wanted[-1].isalnum())
            if whole:
                yield at, end, encoding
            elif len(wanted) > 1:
                loose.append((at, end, encoding))
            found += 1
            at = small.find(wanted, at + 1)
    yield from loose

"""Whether a piece of source text was taken from a completion. Bounded: a megabyte on each side costs milliseconds.

White space does not count: graders strip, indent and re-wrap what they execute.
"""

from __future__ import annotations

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, len, max, min, range, reversed, type  # noqa: A004, UP029
from json import JSONDecoder

from runrl_shim.wire.protocol import CALL_COMPLETION_ROW, CALL_COMPLETION_TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

RUN = 24  # bytes without white space that two texts must share, one behind the other
_SURE = 8  # of a text shorter than two runs, half must be shared, but never less than this …
_LEAST = 4  # … unless all of it is found, and it is not shorter than this
_GRAM = RUN // 2  # every shared run holds a piece of this length that begins at a multiple of it
_MOST_TEXT = 2 << 20  # bytes of a completion that are looked at: the first and the last half of that
_MOST_SOURCE = 1 << 18  # bytes of a source whose every position is tried
_BUDGET = 64 << 20  # bytes that are scanned for one call, all its sources together
_WHITE = b" \t\r\n\f\v"
_from_json = JSONDecoder().decode  # what `json.loads` calls, without its way there


class Matcher:
    """The texts of one completion, ready to be compared with sources.

    Args:
        texts: what the model wrote; the contents of all messages, if it is made of messages.
    """

    def __init__(self, texts: list[str]) -> None:
        text = b"\0".join([text.encode("utf-8", "surrogatepass").translate(None, _WHITE) for text in texts])
        if len(text) > _MOST_TEXT:
            text = text[: _MOST_TEXT // 2] + b"\0" + text[-_MOST_TEXT // 2 :]
        self.text = text
        self.grams: set[bytes] | None = None
        self.budget = _BUDGET

    def shares(self, source: bytes) -> bool:
        """Whether the source shares a run of 24 bytes with the completion, or half of the shorter of the two."""
        source = source.translate(None, _WHITE)
        text = self.text
        self.budget -= len(text) + len(source)
        if self.budget < 0:
            return False
        shorter, longer = (source, text) if len(source) <= len(text) else (text, source)
        size = len(shorter)
        if size < _LEAST:
            return shorter == longer
        if shorter in longer:
            return True
        if size < 2 * RUN:
            return self._shares_half(shorter, longer)
        return self._shares_run(source)

    def _shares_half(self, shorter: bytes, longer: bytes) -> bool:
        size = max(_SURE, (len(shorter) + 1) // 2)
        starts = range(len(shorter) - size + 1)
        self.budget -= len(starts) * len(longer)
        return self.budget >= 0 and any(shorter[start : start + size] in longer for start in starts)

    def _shares_run(self, source: bytes) -> bool:
        """Looks the source's pieces up among the completion's, which are cut once per call."""
        grams = self.grams
        if grams is None:
            text = self.text
            self.budget -= 16 * len(text)
            grams = self.grams = {text[at : at + _GRAM] for at in range(0, len(text) - _GRAM + 1, _GRAM)}
        self.budget -= 16 * min(len(source), _MOST_SOURCE)
        for part in _parts(source):
            for at in range(len(part) - _GRAM + 1):
                if part[at : at + _GRAM] in grams and self._is_run(part, at):
                    return True
        return False

    def _is_run(self, source: bytes, at: int) -> bool:
        """Whether the piece at this position belongs to a run that is long enough."""
        for start in range(max(0, at - RUN + _GRAM), min(at, len(source) - RUN) + 1):
            self.budget -= len(self.text) >> 3
            if self.budget < 0:
                return False
            if source[start : start + RUN] in self.text:
                return True
        return False


def _parts(source: bytes) -> Iterator[bytes]:
    """The source, or so much of its beginning, middle and end as may be looked at."""
    if len(source) <= _MOST_SOURCE:
        yield source
        return
    third = _MOST_SOURCE // 3
    middle = len(source) // 2
    yield source[:third]
    yield source[middle : middle + third]
    yield source[-third:]


def said_in(text: bytes, form: int) -> Any:
    """The completion of a call.

    Args:
        text: what came of it.
        form: what that is, by flags of the call: `CALL_COMPLETION_TEXT`, `CALL_COMPLETION_ROW`, else JSON.
    """
    if form & CALL_COMPLETION_TEXT:
        return text.decode()
    value = _from_json(text.decode())
    return value["completion"] if form & CALL_COMPLETION_ROW else value


def texts_of(completion: object) -> list[str]:
    """Every text in a completion: itself, or the contents of its messages and of their parts."""
    found: list[str] = []
    rest = [completion]
    while rest and len(found) < 10_000:
        value = rest.pop()
        kind = type(value)
        if kind is str:
            found.append(value)  # type: ignore[arg-type]
        elif kind is list:
            rest.extend(reversed(value))  # type: ignore[call-overload]
        elif kind is dict:
            rest.extend(value.values())  # type: ignore[attr-defined]
    return found

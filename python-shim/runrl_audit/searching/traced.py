"""What the user's code compares texts with, in words."""

from __future__ import annotations

from runrl_audit.listening import source
from runrl_audit.listening.notes import Notes
from runrl_audit.searching.beside import Overdue, alarms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_audit.searching.beside import Beside

_MOST_LINES = 12
_LONGEST = 100


def traced(beside: Beside, row: str, texts: list[str], seconds: float) -> list[list[str]]:
    """Returns for each text the comparisons of one call, such as `'42' == '43' is False`."""
    lines = []
    with alarms():
        for text in texts:
            notes = Notes()
            source.listen(notes)
            try:
                beside.timed(row, text, seconds)
            except Overdue:
                pass
            finally:
                source.listen(None)
            lines.append(_lines(notes))
    return lines


def _lines(notes: Notes) -> list[str]:
    pairs = [
        f"{_short(one)} {name} {_short(other)}{'' if truth is None else f' is {truth}'}"
        for name, one, other, truth in notes.pairs
    ]
    patterns = [
        f"re.{method}({_short(pattern)}, {_short(text)}) {'matches' if end >= 0 else 'does not match'}"
        for pattern, _, method, text, end in notes.patterns
    ]
    return list(dict.fromkeys([*patterns, *pairs]))[:_MOST_LINES]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

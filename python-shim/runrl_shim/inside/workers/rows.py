"""Rows of calls, read once where several completions of one row come after each other, as groups of GRPO do."""

from __future__ import annotations

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import dict, len, list, type  # noqa: A004, UP029
from json import JSONDecoder, JSONEncoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

from_json = JSONDecoder().decode  # what `json.loads` calls, without its way there
as_json = JSONEncoder(ensure_ascii=False).encode
_MOST_KEPT = 64 * 1024  # bytes of a row
_WORTH_KEEPING = 16  # bytes of its text for each value in it: else reading it costs no more than a copy
_DEEPEST = 16  # of lists and dicts in each other


class Rows:
    """The last row that was asked for twice in a row.

    Only for workers that end once text was executed in them: such text could reach it. Each call has dicts and lists of
    its own, and what else is in them cannot be changed.
    """

    __slots__ = ("refused", "row", "text")

    def __init__(self) -> None:
        self.text = b""
        self.row: dict[str, Any] | None = None
        self.refused = False

    def read(self, text: bytes) -> Any:
        """The row of a text, for one call."""
        if text != self.text:
            self.text, self.row, self.refused = text, None, False
            return from_json(text.decode())
        if self.row is not None:
            return _copy(self.row)
        row = from_json(text.decode())
        if not self.refused:
            most = len(text) // _WORTH_KEEPING
            self.refused = type(row) is not dict or len(text) > _MOST_KEPT or _values(row, most, _DEEPEST) > most
            if not self.refused:
                self.row = _copy(row)
        return row


def _copy(value: Any) -> Any:
    """The same with dicts and lists of its own."""
    if type(value) is dict:
        return {key: _copy(each) if type(each) in _HOLDERS else each for key, each in value.items()}
    return [_copy(each) if type(each) in _HOLDERS else each for each in value]


_HOLDERS = (dict, list)


def _values(value: Any, most: int, depth: int) -> int:
    """How many values are in it; more than `most` where that are more, or they are in each other too deeply."""
    if type(value) not in _HOLDERS:
        return 1
    count = 1 if depth else _MOST_KEPT
    for each in value.values() if type(value) is dict else value:
        if count > most:
            break
        count += _values(each, most - count, depth - 1)
    return count


def read_once(text: bytes) -> Any:
    """The same without keeping anything."""
    return from_json(text.decode())

"""Rows of calls, read once where several completions of one row come after each other, as groups of GRPO do."""

from __future__ import annotations

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, len, type  # noqa: A004
from json import JSONDecoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

from_json = JSONDecoder().decode  # what `json.loads` calls, without its way there
_MOST_KEPT = 64 * 1024  # bytes of a row


class Rows:
    """The last row that was asked for twice in a row.

    Only for workers that end once text was executed in them: such text could reach it. Kept is a row without lists and
    dicts: each call has a dict of its own, and what is in it cannot be changed.
    """

    __slots__ = ("row", "text")

    def __init__(self) -> None:
        self.text = b""
        self.row: dict[str, Any] | None = None

    def read(self, text: bytes) -> Any:
        """The row of a text, for one call."""
        if text != self.text:
            self.text, self.row = text, None
            return from_json(text.decode())
        if self.row is not None:
            return self.row.copy()
        row = from_json(text.decode())
        if (
            type(row) is dict
            and len(text) <= _MOST_KEPT
            and not any(type(each) in (dict, list) for each in row.values())
        ):
            self.row = row.copy()
        return row


def read_once(text: bytes) -> Any:
    """The same without keeping anything."""
    return from_json(text.decode())

"""Makes phrases of the messages that are only a key or a number (`KeyError: 'answr'`, `SystemExit: 1`)."""

from __future__ import annotations

# Before the call, which may use up its descriptors, and before a `difflib.py` beside the user's file can be found.
from difflib import get_close_matches

_MOST_FIELDS = 8  # that are named
_LONGEST = 100  # characters


def in_words(error: BaseException, message: str, row: object = None, traceback: str = "") -> str:
    """Returns the message of an exception whose own is only a key or a number, as a phrase; else as it is.

    Args:
        error: The exception.
        message: Its message.
        row: The prompt row of the call, or None.
        traceback: The text of its traceback, for the line that raised it.
    """
    if type(error) is SystemExit:
        return _with_line(f"the code called sys.exit({message})", traceback) if len(message) < 20 else message
    if type(error) is not KeyError or not message:
        return message if any(map(str.isalpha, message)) else _with_line(message, traceback)
    phrase = _with_line(f"there is no key {message}", traceback)
    key = error.args[0] if error.args else None
    if type(key) is not str or type(row) is not dict or key in row:
        return phrase
    fields = [name for name in row if len(name) <= _LONGEST]
    similar = get_close_matches(key[:_LONGEST], fields, 1, 0.7)
    named = [f"`{name}`" for name in similar or fields[:_MOST_FIELDS]]
    more = ", …" if not similar and len(fields) > _MOST_FIELDS else ""
    return f"{phrase}; the row has {', '.join(named)}{more}" if named else phrase


def _with_line(message: str, traceback: str) -> str:
    """The message with the source of the line that raised it, as the traceback has it."""
    before, _, last = traceback.rpartition('\n  File "')
    lines = (last if before else traceback).split("\n")[1:]
    source = lines[0].strip() if lines and lines[0].startswith("    ") else ""
    if not source or len(source) > _LONGEST:
        return message
    return f"{message} (at `{source}`)".lstrip()

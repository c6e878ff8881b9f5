"""Makes phrases of the messages that are only a key or a number (`KeyError: 'answr'`, `SystemExit: 1`)."""

from __future__ import annotations

# Before the call, which may use up its descriptors, and before a `difflib.py` beside the user's file can be found.
from difflib import get_close_matches


def in_words(error: BaseException, message: str, row: object = None) -> str:
    """Returns the message of an exception whose own is only a key or a number, as a phrase; else as it is.

    Args:
        error: The exception.
        message: Its message.
        row: The prompt row of the call, or None.
    """
    if type(error) is SystemExit:
        return f"the code called sys.exit({message})" if len(message) < 20 else message
    if type(error) is not KeyError or not message:
        return message
    phrase = f"there is no key {message}"
    key = error.args[0] if error.args else None
    if type(key) is not str or type(row) is not dict or key in row:
        return phrase
    similar = get_close_matches(key[:100], [name for name in row if len(name) <= 100], 1, 0.7)
    return f"{phrase}; the row has `{similar[0]}`" if similar else phrase

"""
Values of the caller → JSON text, exactly as `json.dumps` writes them: floats stay floats, integers keep every digit,
NaN is `NaN`. Scalars and arrays of numpy and torch become numbers and lists; what JSON cannot hold is an error that
names the field.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from json import encoder
from typing import Any

from .errors import NotSendable

_DEEPEST = 50
_HINTS = {
    "set": "send `sorted(…)` of it",
    "frozenset": "send `sorted(…)` of it",
    "bytes": "send text: `.decode()`, or base64",
    "bytearray": "send text: `.decode()`, or base64",
    "datetime": "send `.isoformat()`",
    "date": "send `.isoformat()`",
    "Decimal": "send `str(…)` or `float(…)` of it",
    "PosixPath": "send `str(…)` of it",
    "coroutine": "await it first",
}


def _convert(value: object) -> object:
    """Called by the encoder for what it does not know."""
    # Scalars and arrays of numpy, tensors of torch and jax, series of pandas.
    to_list = getattr(value, "tolist", None)
    if callable(to_list) and not isinstance(value, memoryview):
        return to_list()
    # Rows of data sets and nodes of configurations are such.
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return list(value)
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON")


_encode = json.JSONEncoder(default=_convert, separators=(",", ":")).encode
_encode_text = encoder.encode_basestring_ascii


def _whole_encoder() -> Any:
    """
    What `_encode` makes anew for each value, without its look for circles: these end as a RecursionError, where the
    stack has room for as many calls as Python allows.
    """
    make: Any = getattr(encoder, "c_make_encoder", None)
    return make and make(None, _convert, _encode_text, None, ":", ",", False, False, True)


_encode_quickly = _whole_encoder()
#: What is escaped beside quotes, backslashes and newlines.
_RARE = bytes([*range(10), *range(11, 32), 127])
#: Calls within calls that any stack has room for; with a higher limit a circle would end the process.
_MODEST_RECURSION = 3_000


def to_json(value: object, name: str) -> bytes:
    """
    The value as JSON. Text is ASCII, so that lone surrogates travel, too.

    :param name: what the value is to the caller, for the error: `kwargs`
    :raises NotSendable: it, or something in it, cannot be written
    """
    try:
        if type(value) is str:
            return _text_to_json(value)
        if _encode_quickly is not None and sys.getrecursionlimit() <= _MODEST_RECURSION:
            try:
                return "".join(_encode_quickly(value, 0)).encode("ascii")
            except (TypeError, ValueError, RecursionError):
                pass  # as it says it
        return _encode(value).encode("ascii")
    except (TypeError, ValueError, RecursionError) as error:
        raise NotSendable(_explain(value, name, error)) from None


def _text_to_json(text: str) -> bytes:
    """What `_encode_text` makes of it, in half of its time where nothing but quotes and newlines is to be escaped."""
    if text.isascii():
        raw = text.encode("ascii")
        if len(raw.translate(None, _RARE)) == len(raw):
            return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'
    return _encode_text(text).encode("ascii")


def row_to_json(row: Mapping[str, object] | None, fields: Mapping[str, object]) -> bytes:
    """
    The keyword arguments of a call as JSON: a row, fields, or both.

    :raises NotSendable: a field cannot be written, is given twice, or has a name that is no text
    """
    if row is None:
        return to_json(fields, "") if fields else b"{}"
    if type(row) is not dict and not isinstance(row, Mapping):
        raise NotSendable(f"the row must be a dict of the fields by name, not a {type(row).__name__}")
    for name in row:
        if not isinstance(name, str):
            raise NotSendable(f"the row has a field {name!r}; names of fields must be text")
        if name in fields:
            raise NotSendable(f"`{name}` is given twice: in the row and by name")
    return to_json({**row, **fields} if fields else row if type(row) is dict else dict(row), "")


def _explain(value: object, name: str, error: Exception) -> str:
    if isinstance(error, RecursionError):
        path, leaf, reason = _deepest(value, name), None, "is nested too deeply for JSON"
    else:
        path, leaf, reason = _find(value, name, 0) or (name, None, str(error))
    place = f"`{path}`" if path else "the row"
    hint = _HINTS.get(type(leaf).__name__) if leaf is not None else None
    return f"{place} {reason}" if hint is None else f"{place} {reason}; {hint}"


def _find(value: object, path: str, depth: int) -> tuple[str, object, str] | None:
    """The first place that cannot be written: where, what is there, and why."""
    if depth > _DEEPEST:
        return path, None, "holds itself, or is nested too deeply for JSON"
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if not isinstance(key, (str, int, float, bool, type(None))):
                return path, None, f"has a key {key!r} of type {type(key).__name__}; JSON has text as keys"
            step = str(key) if path == "" else f"{path}[{key!r}]"
            if (found := _find(inner, step, depth + 1)) is not None:
                return found
        return None
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
        for index, inner in enumerate(value):
            if (found := _find(inner, f"{path}[{index}]", depth + 1)) is not None:
                return found
        return None
    try:
        _encode(value)
    except (TypeError, ValueError, RecursionError) as error:
        return path, value, _reason(value, error)
    return None


def _reason(value: object, error: Exception) -> str:
    if isinstance(value, int):
        return f"is an integer with too many digits for this Python: {error}"
    kind = type(value)
    full = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    return f"is a {full}, which cannot be written as JSON"


def _deepest(value: Any, name: str) -> str:
    """The field in which something is nested too deeply."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            try:
                _encode(inner)
            except RecursionError:
                return str(key) if name == "" else f"{name}[{key!r}]"
    return name

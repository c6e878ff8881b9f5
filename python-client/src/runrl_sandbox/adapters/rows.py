"""Fields of prompt rows as keyword arguments: those that JSON cannot hold are left out, and said so once."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import NotSendable
from ..to_json import to_json

log = logging.getLogger("runrl_sandbox")
_said: set[str] = set()


def sendable(row: Mapping[str, Any]) -> dict[str, Any]:
    """
    The fields that can be sent; of one that is a mapping, those in it. Trainers pass images, tokenizers and
    environments beside what a reward needs; a reward that does need such a field fails, and says which.
    """
    kept = {}
    for name, value in row.items():
        try:
            to_json(value, name)
        except NotSendable as error:
            if isinstance(value, Mapping):
                kept[name] = sendable(value)
            elif name not in _said:
                _said.add(name)
                log.warning("The field `%s` of rows is not passed to the reward function: %s", name, error)
            continue
        kept[name] = value
    return kept


def plain(value: Any) -> Any:
    """Messages as plain dicts, also where the trainer has classes of its own for them."""
    if isinstance(value, str) or value is None:
        return value
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return dump(mode="json", exclude_none=True)
    if isinstance(value, Mapping):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [plain(inner) for inner in value]
    return value

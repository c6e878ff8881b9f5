"""Evidence as the agent keeps it: from the worker's words, call by call, until the call has an outcome.

The words come before the acts, and what came is kept whatever the worker does next. They are bytes of a process
that may have been taken over: checked, cut and counted. It can only speak against the call that it runs.
"""

from __future__ import annotations

import json
from math import isfinite

from runrl_shim.wire import protocol as wire
from runrl_shim.wire.evidence import KINDS, MAX_ITEMS, MAX_MESSAGE, MAX_SOURCE, MAX_WHERE, TAMPERING
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.wire.protocol import ResultTailEvidenceItem

MAX_WORD = 64 * 1024  # bytes of one word, header included
_MOST_WORDS = 200  # of one call; an honest watch sends fewer
_from_json = json.JSONDecoder().decode  # of bytes, `json.loads` looks for their encoding first
_FORGED = {"type": "ForgedResult", "message": "the call's worker wrote bytes that are no result", "traceback": None}


class Evidence:
    """What is known of one call so far."""

    __slots__ = ("items", "tampering", "words")

    def __init__(self) -> None:
        self.items: list[ResultTailEvidenceItem] = []
        self.tampering: ResultTailEvidenceItem | None = None  # the first item that makes the number worthless
        self.words = 0

    def add(self, frame: bytes) -> bool:
        """Takes a word of the worker. False when it is none: the worker broke the protocol."""
        self.words += 1
        item = _item_of(frame)
        if item is None or self.words > _MOST_WORDS:
            return False
        if len(self.items) < MAX_ITEMS:
            self.items.append(item)
        elif item["kind"] in TAMPERING and self.tampering is None:
            self.items[-1] = item  # what decides is never crowded out by what does not
        if item["kind"] in TAMPERING and self.tampering is None:
            self.tampering = item
        return True

    def attach(self, frame: bytes) -> bytes:
        """The result with the evidence in it; one that was `ok` becomes `tampered` where the evidence says so.

        The module's number stays in the frame: a policy may want it.
        """
        _, call, status, flags, reward, started, duration, cpu, max_rss = wire.RESULT_FRAME.unpack_from(frame)
        try:
            text = frame[wire.RESULT_FRAME.size :]
            tail: dict[str, Any] = _from_json(text.decode()) if text else {}
            tail["evidence"] = self.items
            is_number = flags & wire.RESULT_HAS_REWARD and isfinite(reward)
            if self.tampering is not None and status == wire.STATUS_OK and is_number:
                status = wire.STATUS_TAMPERED
                error = {"type": self.tampering["kind"], "message": self.tampering["message"], "traceback": None}
                tail["error"] = error
            return result_frame(call, status, flags, reward, started, duration, cpu, max_rss, tail)
        except (ValueError, TypeError, AttributeError, RecursionError, MemoryError):
            tail = {"error": _FORGED, "evidence": self.items}
            flags &= ~wire.RESULT_HAS_REWARD
            return result_frame(call, wire.STATUS_CRASHED, flags, None, started, duration, cpu, max_rss, tail)


def _item_of(frame: bytes) -> ResultTailEvidenceItem | None:
    if len(frame) > MAX_WORD:
        return None
    try:
        (item,) = _from_json(frame[wire.RESULT_FRAME.size :].decode())["evidence"]
        kind, message, where, source = item["kind"], item["message"], item["where"], item["source"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if type(kind) is not str or kind not in KINDS or type(message) is not str:
        return None
    if type(where) not in (str, type(None)) or type(source) not in (str, type(None)):
        return None
    kept: ResultTailEvidenceItem = {
        "kind": kind,  # type: ignore[typeddict-item]  # it is one of them
        "message": message[:MAX_MESSAGE],
        "where": where and where[:MAX_WHERE],
        "source": source and source[:MAX_SOURCE],
    }
    return kept

# Generated from src/protocol/serving.ts by scripts/generate-errors.ts. Do not edit.
"""The binary headers that client and server exchange: docs/serving-protocol.md says what each part means."""

from __future__ import annotations

from struct import Struct
from typing import Final

from ._codes import Status

PROTOCOL: Final = 1

CALL: Final = Struct("<IQBqI")  # size, call, flags, seed, row_size
CALL_SEEDED: Final = 2
CALL_TEXT: Final = 4

OUTCOME: Final = Struct("<IQBBddddQ")  # size, call, status, flags, reward, duration_ms, queue_ms, cpu_ms, max_rss_bytes
OUTCOME_HAS_REWARD: Final = 1
OUTCOME_FRESH: Final = 2
OUTCOME_DONE: Final = 4

#: By the number that stands for each.
STATUSES: Final[tuple[Status, ...]] = (
    "ok",
    "raised",
    "invalid",
    "crashed",
    "timeout",
    "memory",
    "tampered",
    "cancelled",
    "lost",
)

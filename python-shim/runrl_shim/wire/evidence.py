"""The kinds of evidence, and what is kept of it: see docs/evidence.md. Stdlib only; agent and workers use it."""

from __future__ import annotations

#: Acts that make the number of their call worthless: its outcome is `tampered`.
TAMPERING = frozenset({"frame_walk", "introspection", "code_changed", "tracing", "patched"})
#: Acts that a grader may intend, or that change no number: evidence, and nothing else.
NOTED = frozenset({"completion_executed", "code_executed", "process", "disabled", "unwatched"})
KINDS = TAMPERING | NOTED

MAX_ITEMS = 8  # per call
MAX_MESSAGE = 300  # characters
MAX_WHERE = 300  # characters
MAX_SOURCE = 2000  # characters

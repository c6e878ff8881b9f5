# Generated from src/options by scripts/generate-options.ts. Do not edit.
"""Which options of `runrl-sandbox serve` have a unit."""

from __future__ import annotations

#: Numbers are seconds, as everywhere in Python; text such as `500ms` goes as it is.
DURATIONS = frozenset(
    {
        "client_grace",
        "cpu_time",
        "grace",
        "idle_timeout",
        "load_timeout",
        "setup_timeout",
        "stall_timeout",
        "timeout",
    }
)
#: Numbers are bytes; text such as `256MiB` goes as it is.
SIZES = frozenset(
    {
        "accept_code",
        "file_size",
        "max_action",
        "max_body",
        "max_completion",
        "max_result",
        "memory",
        "module_memory",
        "output_limit",
        "tmp_size",
    }
)

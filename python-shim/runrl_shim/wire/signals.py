"""Signals between agent, init and worker: real-time ones that no known library uses. Stdlib only."""

from __future__ import annotations

# A worker or zygote writes its stack. In slots a filter keeps the handler from being changed (arguments.json). Programs
# in Go set one for every signal, and end where that fails for any other than this one.
DUMP_SIGNAL = 64
ASK_SIGNAL = 42  # a slot's init asks its worker for it
END_SIGNAL = 43  # a slot's init that has no namespace ends, and everything in the slot before it


def stack_asked_before(seconds: float) -> float:
    """How long before its deadline a call that may take `seconds` is asked for its stack: the kill need not wait."""
    return min(0.1, seconds / 4)


def catches(pid: int, number: int) -> bool:
    """Whether a process has a handler for a signal: without one, most signals would end it. False when it is gone."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            for line in file:
                if line.startswith(b"SigCgt:"):
                    return bool(int(line.split()[1], 16) >> (number - 1) & 1)
    except OSError:
        pass
    return False

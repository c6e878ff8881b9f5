"""Reads the stacks that faulthandler wrote, and keeps what is the user's. The text is untrusted."""

from __future__ import annotations

import re

# None of these may take more than linear time: whoever can stall the agent stalls the deadlines of all.
_THREAD = re.compile(r"^(?:Current thread|Thread) 0x[0-9a-f]{1,16} .*\(most recent call first\):$", re.M)
_OUR_FRAME = re.compile(r'^  File "(?=[^"\n]*/runrl_shim/)[^"\n]*", line \d+ in .*$')
_BOTTOM = re.compile(r'(?:^  File "[^"\n]*/launcher\.py", line \d+ in <module>|^  \.\.\.)$', re.M)
_THREAD_BOTTOM = re.compile(r'^  File "[^"\n]*/threading\.py", line \d+ in (?:run|_bootstrap|_bootstrap_inner)$')
_TASK = "(asyncio task)"  # see awaits.py
_SECTION = re.compile(r"^(?=(?:Current thread|Thread) 0x)", re.M)
_MAX_STACK = 16_384


def split_dump(text: str) -> tuple[str, str]:
    """Splits what came through the error pipe into ordinary text and the dump at its end."""
    found = re.search(r"^(?:Fatal Python error|Current thread 0x|Thread 0x)", text, re.M)
    return (text, "") if found is None else (text[: found.start()], text[found.start() :])


def is_complete(dump: str) -> bool:
    """Whether the dump has reached the bottom of the last thread's stack."""
    threads = list(_THREAD.finditer(dump))
    return bool(threads) and dump.endswith("\n") and _BOTTOM.search(dump, threads[-1].end()) is not None


def after_dump(dump: str) -> str:
    """What was written behind a dump that is complete: by a call that was asked for its stack and went on."""
    threads = list(_THREAD.finditer(dump))
    bottom = _BOTTOM.search(dump, threads[-1].end()) if threads else None
    return dump[bottom.end() :].removeprefix("\n") if bottom else ""


def user_stack(dump: str) -> str | None:
    """The dump without our own frames and without threads that run no code of the user's; None when nothing is left."""
    sections = [section for section in _SECTION.split(dump) if section.strip()]
    kept = [lines for lines in map(_user_lines, sections) if any(line.startswith("  File ") for line in lines)]
    if not kept:
        return None
    kept.sort(key=lambda lines: _TASK not in lines[0])  # where they wait, before the event loop that does
    text = "\n\n".join("\n".join(lines) for lines in kept).replace(f"Thread 0x0 {_TASK}", "Task")
    # Characters that a terminal would obey, made visible.
    text = "".join(char if char.isprintable() or char == "\n" else f"\\x{ord(char):02x}" for char in text)
    return text if len(text) <= _MAX_STACK else f"{text[: _MAX_STACK - 1]}…"


def _user_lines(section: str) -> list[str]:
    lines = [line for line in section.strip("\n").split("\n") if line and not _OUR_FRAME.match(line)]
    while lines and _THREAD_BOTTOM.match(lines[-1]):
        lines.pop()
    return lines


def end_of(text: str, longest: int) -> str:
    """The last characters of what a process has said, without the space around it."""
    text = text.strip()
    return text if len(text) <= longest else f"…{text[-longest:]}"

"""Looks for texts on which a regular expression explodes, by its shape, and tries each at once.

What repeats is written many times, behind what leads to it and before something that cannot match: nested and
neighbouring repetitions, and alternatives that overlap, are found so in milliseconds. Others are for `recheck`.
"""

from __future__ import annotations

import re
import signal
import time
from typing import TypedDict

from runrl_audit.patterns.pattern_text import Choice, Generator, branches_of, is_repeat, parse_pattern, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_MARK = "\0\0"
_UNBOUNDED = 64
_FEW = 28
_LENGTH = 3_000
_SUSPICIOUS_S = 0.15
_SUFFIXES = ("\0", "!", "\n\0")
_MOST_TRIES = 600


class Attack(TypedDict):
    """As `Attack` of src/check/static/recheck.ts."""

    pumps: list[dict[str, str]]
    suffix: str
    kind: str


class _Slow(Exception):
    pass


def suspect(pattern: str, flags: int, method: str, seconds: float = 2.0) -> Attack | None:
    """Returns a text that the pattern is slow on when it is repeated, or None.

    Args:
        pattern: The regular expression.
        flags: Of `re`.
        method: How it is applied.
        seconds: How long to look, in CPU time.
    """
    parsed = parse_pattern(pattern, flags)
    apply = applied(re.compile(pattern, flags), method)
    end = time.process_time() + seconds
    previous = signal.signal(signal.SIGVTALRM, _interrupt)
    try:
        for tried, (prefix, pump, suffix) in enumerate(_candidates(parsed)):
            if time.process_time() > end or tried > _MOST_TRIES:
                break
            for kind, count in (("exponential", _FEW), ("polynomial", _LENGTH // len(pump))):
                if _is_slow(apply, prefix + pump * count + suffix):
                    return Attack(pumps=[{"prefix": prefix, "pump": pump}], suffix=suffix, kind=kind)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)
    return None


def applied(compiled: re.Pattern[str], method: str) -> Callable[[str], object]:
    """Returns what applies a pattern to a text as the source does."""
    if method in ("sub", "subn"):
        return lambda text: compiled.sub("", text)
    if method == "finditer":
        return lambda text: sum(1 for _ in compiled.finditer(text))
    if method in ("match", "fullmatch", "findall", "split"):
        function: Callable[[str], object] = getattr(compiled, method)
        return function
    return compiled.search


def _interrupt(_number: int, _frame: object) -> None:
    raise _Slow


def _is_slow(apply: Callable[[str], object], text: str) -> bool:
    # `re` looks for signals while it matches. CPU time: what else the machine does must not matter.
    signal.setitimer(signal.ITIMER_VIRTUAL, _SUSPICIOUS_S)
    try:
        apply(text)
    except _Slow:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return False


def _candidates(parsed: Any) -> Iterator[tuple[str, str, str]]:
    repeats = [value for op, value in walk(parsed) if is_repeat(op) and value[1] > _UNBOUNDED]
    if not repeats:
        return
    pumps: dict[str, None] = {}
    for value in repeats:
        for choice in _choices(value[2]):
            text = Generator(choice, None, "").text(value[2])
            pumps.update(dict.fromkeys(part for part in (text, text[:1], text * 2) if part))
    prefixes: dict[str, None] = {}
    for value in repeats:
        for optional in (False, True):
            whole = Generator(Choice(optional=optional), id(value), _MARK).text(parsed)
            prefixes[whole.partition(_MARK)[0] if _MARK in whole else ""] = None
    for prefix in prefixes:
        for pump in list(pumps)[:16]:
            for suffix in _SUFFIXES:
                yield prefix, pump, suffix


def _choices(part: Any) -> Iterator[Choice]:
    yield Choice()
    yield Choice(optional=True)
    for branch, alternatives in branches_of(part):
        for alternative in range(1, alternatives):
            yield Choice(taken={branch: alternative})

"""Loads the user's reward file from inside of a program of ours, and calls it as a worker would.

The file of such a program is written anew for each check (src/check/loading/beside.ts), because the packages that it
needs are named in the user's file.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from contextlib import contextmanager

from runrl_shim.inside.loading.load import load_reward
from runrl_shim.inside.results.result import normalise

from runrl_audit.listening import source
from runrl_audit.listening.notes import Notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runrl_shim.inside.loading.load import LoadedReward

#: Begins the line that holds the answer of a program: the user's code may print, too.
ANSWER = "\x1erunrl-audit "
# Of one call: comparisons that are told, and letters of each side.
_MOST_LINES, _LONGEST = 12, 100


class Beside:
    """The user's reward function.

    Args:
        path: Its file.
        function: Name of the function. Default: as the sandbox chooses.
        completion_format: `str`, `messages` or `auto`.
        columns: `list`, `value` or `auto`.
    """

    def __init__(
        self, path: str, function: str | None = None, completion_format: str = "auto", columns: str = "auto"
    ) -> None:
        self.path = os.path.abspath(path)
        self.folder = os.path.dirname(self.path)
        self.loaded: LoadedReward = load_reward(self.path, function, completion_format, columns)

    def call(self, row: dict[str, Any], completion: Any) -> float | None:
        """Returns the reward; None where the call failed.

        Raises:
            Overdue: whoever calls has set an alarm, and it went off.
        """
        try:
            value = self.loaded.call(row, completion)
            if self.loaded.is_async:
                value = asyncio.run(value)
            return normalise(value)[1]
        except Overdue:
            raise
        except BaseException:
            return None

    def timed(self, row: str, completion: str, seconds: float) -> float | None:
        """As `call`, inside of `alarms`, on a row of its own and without what the file prints.

        Raises:
            Overdue: it took more CPU time.
        """
        out, err = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = io.StringIO()
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            return self.call(json.loads(row), completion)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            sys.stdout, sys.stderr = out, err


@contextmanager
def alarms() -> Iterator[None]:
    """Lets calls be `timed`."""
    previous = signal.signal(signal.SIGVTALRM, _too_late)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)


def _too_late(_number: int, _frame: object) -> None:
    raise Overdue


class Overdue(BaseException):
    """A call took too long; not an Exception, so that no `except Exception` of the user's takes it."""


def answer(value: object) -> None:
    """Prints what a program found, for the host: info would be too small for it."""
    sys.stdout.write("\n" + ANSWER + json.dumps(value, ensure_ascii=True) + "\n")
    sys.stdout.flush()


def traced(beside: Beside, row: str, texts: list[str], seconds: float) -> list[list[str]]:
    """Returns for each text the comparisons of one call, such as `'42' == '43' is False`."""
    lines = []
    with alarms():
        for text in texts:
            notes = Notes()
            source.listen(notes)
            try:
                beside.timed(row, text, seconds)
            except Overdue:
                pass
            finally:
                source.listen(None)
            lines.append(_lines(notes))
    return lines


def _lines(notes: Notes) -> list[str]:
    pairs = [
        f"{_short(one)} {name} {_short(other)}{'' if truth is None else f' is {truth}'}"
        for name, one, other, truth in notes.pairs
    ]
    patterns = [
        f"re.{method}({_short(pattern)}, {_short(text)}) {'matches' if end >= 0 else 'does not match'}"
        for pattern, _, method, text, end in notes.patterns
    ]
    return list(dict.fromkeys([*patterns, *pairs]))[:_MOST_LINES]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

"""What a call that failed scores. It has no reward, unless somebody has chosen a number for it."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from ..errors import NotSendable, NotStarted, SandboxError, Unauthorized, UnknownModule
from ..outcome import Outcome, OutcomeError

log = logging.getLogger("runrl_sandbox")

_FRAME: Final = re.compile(r'^ *File "([^"]+)", line (\d+)', re.MULTILINE)
_MOST_CAUSES: Final = 10

#: Every call would meet them: they are raised, never scored.
SETTINGS_ERRORS: Final = (NotSendable, NotStarted, Unauthorized, UnknownModule)


@dataclass(frozen=True)
class FailureRewards:
    """Rewards of failed calls, by who the failure speaks of: the server's own flags of these names go first."""

    #: `timeout`, `memory`.
    on_timeout: float | None = None
    #: `raised`, `invalid`, `crashed`.
    on_error: float | None = None
    #: `tampered`.
    on_tamper: float | None = None
    #: `lost`, `cancelled`, and calls that the server did not answer.
    on_lost: float | None = None

    def __post_init__(self) -> None:
        for name, value in self._items():
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
                raise ValueError(f"expected `{name}` to be a finite number, or None for no reward; got {value!r}")

    def of(self, outcome: Outcome) -> float | None:
        """The reward of an outcome: its own, or that of its failure."""
        if outcome.reward is not None:
            return float(outcome.reward)
        number: float | None = getattr(self, _POLICY_OF[outcome.status])
        return None if number is None else float(number)

    def missing(self) -> list[str]:
        """Names of failures that have no number."""
        return [name for name, value in self._items() if value is None]

    def _items(self) -> list[tuple[str, Any]]:
        return [(one.name, getattr(self, one.name)) for one in fields(self)]


_POLICY_OF: Final[Mapping[str, str]] = {
    "timeout": "on_timeout",
    "memory": "on_timeout",
    "raised": "on_error",
    "invalid": "on_error",
    "crashed": "on_error",
    "tampered": "on_tamper",
    "lost": "on_lost",
    "cancelled": "on_lost",
}


def failure_rewards(
    on_failure: float | None,
    on_timeout: float | None,
    on_error: float | None,
    on_tamper: float | None,
    on_lost: float | None,
) -> FailureRewards:
    """
    :param on_failure: for those of the others that are None
    :raises ValueError: one is no finite number
    """
    FailureRewards(on_failure)  # checks it, also where nobody needs it
    chosen = (on_timeout, on_error, on_tamper, on_lost)
    return FailureRewards(*(on_failure if one is None else one for one in chosen))


def require_numbers(rewards: FailureRewards, trainer: str, how: str) -> None:
    """
    For trainers that cannot do without a number.

    :raises ValueError: says what to write
    """
    if missing := rewards.missing():
        names = ", ".join(f"`{name}`" for name in missing)
        raise ValueError(
            f"{trainer} needs a number for every sample, and there is none for calls that fail ({names}). "
            f"Say what they score: {how}. 0 is above a wrong answer that scores -1"
        )


def unanswered(error: SandboxError) -> Outcome:
    """The outcome of a call that has none: `lost`, and why."""
    return Outcome("lost", error=OutcomeError(type(error).__name__, str(error)))


class CallFailed(Exception):
    """A call failed, and no number was chosen for it."""

    def __init__(self, outcome: Outcome) -> None:
        why = f": {outcome.error.type}: {outcome.error.message}" if outcome.error is not None else ""
        super().__init__(f"the reward call ended as `{outcome.status}`{why}")
        self.outcome = outcome

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.outcome,)


class CallsFailed(SandboxError):
    """Every call of the first batch failed in the same line. `on_error=…` and `keep_going=True` train all the same."""


def cause_of(outcome: Outcome) -> str:
    """What a failed call came to, with its line: `ValueError: no answer (reward.py:12)`; empty where it is ok."""
    if outcome.ok:
        return ""
    error = outcome.error
    what = outcome.status if error is None else f"{error.type}: {error.message}" if error.message else error.type
    frames = _FRAME.findall((error.traceback if error is not None else None) or outcome.stack or "")
    # A stack has the innermost frame first, a traceback last.
    has_traceback = error is not None and error.traceback
    frame = (frames[-1] if has_traceback else frames[0]) if frames else None
    return what if frame is None else f"{what} ({frame[0]}:{frame[1]})"


class FailureLog:
    """
    Tells of failed calls, each cause once: a trainer shows rewards, and not why there are none.

    :param keep_going: do not raise when the whole first batch failed for one reason
    """

    def __init__(self, name: str, *, keep_going: bool) -> None:
        self._name = name
        self._told: set[str] = set()
        self._raises = not keep_going

    def note(self, outcomes: Sequence[Outcome], rewards: Sequence[float | None]) -> None:
        """
        Takes a batch.

        :raises CallsFailed: it is the first one, and each of its calls failed in the same line, without a reward
        """
        causes = [cause_of(outcome) for outcome in outcomes]
        failed = [cause for cause in causes if cause]
        for cause in dict.fromkeys(failed):
            if cause not in self._told and len(self._told) < _MOST_CAUSES:
                self._told.add(cause)
                log.warning(
                    "%s: %d of %d calls failed: %s. (Said once for each cause.)",
                    self._name,
                    causes.count(cause),
                    len(causes),
                    cause,
                )
        places = {(outcome.status, cause.rpartition("(")[2]) for outcome, cause in zip(outcomes, causes, strict=True)}
        is_hopeless = len(failed) == len(causes) > 0 and len(places) == 1 and all(each is None for each in rewards)
        if is_hopeless and self._raises:
            raise CallsFailed(
                f"{self._name}: all {len(causes)} calls of the first batch failed: {failed[0]}\n"
                "Mend the function; or choose a reward for such calls (`on_error=…`, `on_timeout=…`), or "
                "`keep_going=True`."
            )
        if causes:
            self._raises = False

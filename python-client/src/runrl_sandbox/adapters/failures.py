"""What a call that failed scores. It has no reward, unless somebody has chosen a number for it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from ..errors import NotSendable, NotStarted, SandboxError, Unauthorized, UnknownModule
from ..outcome import Outcome, OutcomeError

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

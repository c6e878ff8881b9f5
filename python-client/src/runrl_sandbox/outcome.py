"""What a call or a step came to: the fields of the server's output rows, typed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ._codes import FAMILY_OF as FAMILY_OF
from ._codes import Family as Family
from ._codes import Level as Level
from ._codes import Status as Status


@dataclass(frozen=True, slots=True)
class OutcomeError:
    """What went wrong, in the words of the user's own program where there are any."""

    #: Exception class (`ValueError`), or a word for failures without one (`Timeout`).
    type: str
    #: The message of the exception, or a sentence.
    message: str
    #: Python traceback with the user's frames only.
    traceback: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One act of a call that speaks against its number, recorded before it happened."""

    #: What it is evidence of, such as `patched`: docs/evidence.md explains each.
    kind: str
    #: What was done, in words; at most 300 characters.
    message: str
    #: The module's own line that led to it, `reward.py:14`.
    where: str | None = None
    #: The source that was executed, or the line of it that acted; at most 2,000 characters.
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    The result of one call. Failure is data: it never raises, and it is never silently reward 0.

    `reward` is the number that the function returned; of a failed call None, or the number that the server's policy
    names (`--on-timeout 0`).
    """

    #: `ok`, or what went wrong.
    status: Status
    #: The number that the function returned; see above.
    reward: float | None = None
    #: Numbers are floats; integers that a float does not hold (beyond 2**53) are ints, as the reward then is.
    info: dict[str, float | str] = field(default_factory=dict)
    #: Wall time inside the call, in milliseconds.
    duration_ms: float = 0.0
    #: Time between the server's taking the call and its start, in milliseconds. Never counts toward a timeout.
    queue_ms: float = 0.0
    #: CPU time of the call and of the children that it waited for, in milliseconds.
    cpu_ms: float = 0.0
    #: Highest resident memory of the worker in this call, in bytes.
    max_rss_bytes: int = 0
    #: What went wrong; None when the status is `ok`.
    error: OutcomeError | None = None
    #: Python stack of where a killed call hung, or where a crashed one crashed.
    stack: str | None = None
    #: What it wrote to stdout, at most `--output-limit` bytes.
    stdout: str = ""
    #: What it wrote to stderr, at most `--output-limit` bytes.
    stderr: str = ""
    #: What a person should know about the call, in sentences; mostly none.
    warnings: list[str] = field(default_factory=list)
    #: Acts of the call that speak against its number; also on calls that are `ok`.
    evidence: list[Evidence] = field(default_factory=list)
    #: Whether the call was the first that its worker served.
    fresh: bool = False
    #: How strongly the call was confined.
    level: Level = "namespaces"
    #: 2 where a fleet asked a second host, because the first was lost.
    attempt: int = 1

    @property
    def ok(self) -> bool:
        """Whether the call returned a number that counts."""
        return self.status == "ok"

    @property
    def family(self) -> Family:
        """Who the status speaks of."""
        return FAMILY_OF[self.status]

    def to_dict(self) -> dict[str, Any]:
        """The outcome as a row: plain dicts and lists, in the order of the output rows (docs/files.md)."""
        return asdict(self)


class _Unfrozen:
    """An outcome while it is made: a frozen one sets each field by a call, which takes three times as long."""

    __slots__ = Outcome.__slots__


def new_outcome(
    status: Status,
    reward: float | None,
    duration_ms: float,
    queue_ms: float,
    cpu_ms: float,
    max_rss_bytes: int,
    fresh: bool,
    level: Level,
) -> Outcome:
    """`Outcome(…)` of what each has, with the defaults for the rest."""
    made: Any = _Unfrozen()
    made.status = status
    made.reward = reward
    made.info = {}
    made.duration_ms = duration_ms
    made.queue_ms = queue_ms
    made.cpu_ms = cpu_ms
    made.max_rss_bytes = max_rss_bytes
    made.error = made.stack = None
    made.stdout = made.stderr = ""
    made.warnings = []
    made.evidence = []
    made.fresh = fresh
    made.level = level
    made.attempt = 1
    made.__class__ = Outcome
    outcome: Outcome = made
    return outcome


@dataclass(frozen=True, slots=True)
class StepOutcome(Outcome):
    """The result of one step of an episode, or of its `setup`."""

    #: What the model is shown next: text, messages, or None. Exactly what Python returned, by way of JSON.
    observation: Any = None
    #: Whether the environment says that the episode is over.
    done: bool = False
    #: Steps that the episode has taken, this one included.
    steps: int = 0
    #: Sum of the rewards so far; None when one of them is.
    total: float | None = 0.0
    #: Why it takes no further step: `done`, `max_steps`, `failed`, `idle`, `closed`. None while it goes on.
    ended: str | None = None

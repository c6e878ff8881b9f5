"""One thing that is asked of the server, and where its answer goes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from .errors import SandboxError, refused
from .outcome import Level, Outcome, StepOutcome
from .wire import RawOutcome, outcome_of, renumbered, step_outcome_of

#: What a request came to: an outcome, for episodes with further fields, or why there is none.
Answer = Outcome | tuple[StepOutcome, dict[str, Any]] | SandboxError
Kind = Literal["score", "start", "step", "branch", "close"]
#: Kinds that any host can serve. The others belong to an episode, and go to its host.
BEGINS: Final = frozenset({"score", "start"})


class NotSent(SandboxError):
    """A request never left this client, and waits for no server any more. Fleets have it; users never see it."""


class Sink(Protocol):
    """Where answers go."""

    def deliver(self, answers: list[tuple[Any, Answer]]) -> None:
        """Called on the I/O thread, with the tags of the requests. Must not block, nor raise."""

    def deliver_after_fork(self, answers: list[tuple[Any, Answer]]) -> None:
        """The same in a forked child, where threads are not there that may have held locks."""


class Io(Protocol):
    """A session with one server, or with all hosts of a fleet. May be used by all threads, not after a fork."""

    def number(self) -> int:
        """A number for a new request."""

    def ask(self, requests: list[Request]) -> None:
        """Sends requests, in their order. Each is answered once. Raises Closed."""

    def cancel(self, numbers: list[int]) -> None:
        """Ends requests; those that are over are left alone."""

    def waits_for(self, number: int) -> str:
        """What a request that has no answer waits for, in words."""

    def close(self) -> None:
        """Ends everything: what is unanswered gets `Closed`."""

    def abandon(self) -> None:
        """In a forked child: what it is made of is the parent's. Nobody is to wait for it."""


@dataclass(eq=False, slots=True)
class Request:
    """One call, or one request of an episode."""

    #: Its number in the session, from 1 on, used once.
    number: int
    kind: Kind
    #: The call frame of `score`, the block of others.
    body: bytes
    sink: Sink
    tag: Any
    #: Of the header.
    module: str | None = None
    step: int | None = None
    fields: dict[str, Any] = field(default_factory=dict)
    #: When it was asked; seconds of the monotonic clock.
    born: float = 0.0
    #: The message that it went with; 0: it has yet to be sent.
    message: int = 0
    #: Whether it was ever sent: the server may have it.
    sent: bool = False
    cancelled: bool = False
    #: When the server first refused it for now, and why it did the latest time.
    refused_at: float = 0.0
    refusal: SandboxError | None = None

    def renumbered(self, number: int) -> Request:
        """The same, as if it had never been asked."""
        body = renumbered(self.body, number) if self.kind == "score" else self.body
        return Request(number, self.kind, body, self.sink, self.tag, self.module, self.step, self.fields)


def cancelled(request: Request) -> Answer:
    """The answer to a request that was ended before it was sent."""
    return Outcome("cancelled") if request.kind == "score" else (StepOutcome("cancelled"), {})


def answer_of(raw: RawOutcome, level: Level, request: Request) -> Answer:
    """What the server's frame says that a request came to."""
    try:
        return outcome_of(raw, level) if request.kind == "score" else step_outcome_of(raw, level)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        return refused("internal", f"the server's outcome cannot be read: {error!r}")

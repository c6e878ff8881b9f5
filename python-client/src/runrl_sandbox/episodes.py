"""What episodes of the sync and the async sandbox have in common: a name at the server, and what is known so far."""

from __future__ import annotations

import os
import weakref
from typing import Any, NoReturn

from .calls import episode_request
from .errors import Closed, EpisodeEnded, Refused, SandboxError, UnknownEpisode
from .outcome import StepOutcome
from .request import Answer, Io, Request, Sink
from .to_json import to_json

StepAnswer = tuple[StepOutcome, dict[str, Any]]


class EpisodeBase:
    """One play of an environment. It ends with `close()`, with the `with` block, or with this object."""

    #: What `setup` came to, or the latest step.
    outcome: StepOutcome

    def __init__(self, io: Io, name: str | None, outcome: StepOutcome) -> None:
        self._io = io
        self._pid = os.getpid()
        self._name = name
        self.outcome = outcome
        self._ended = outcome.ended if name is not None else "failed"
        self._end = weakref.finalize(self, _close_forgotten, io, name or "", self._pid)
        # The server ends the episodes of a client that says goodbye.
        self._end.atexit = False
        if name is None:
            self._end.detach()

    @property
    def id(self) -> str | None:
        """Its name at the server; None when `setup` failed."""
        return self._name

    @property
    def observation(self) -> Any:
        """What the model is shown next: text, messages, or None."""
        return self.outcome.observation

    @property
    def done(self) -> bool:
        """Whether the environment said that it is done."""
        return self._ended == "done"

    @property
    def ended(self) -> str | None:
        """Why it takes no further step: `done`, `max_steps`, `failed`, `idle`, `closed`; None while it goes on."""
        return self._ended

    def _request(self, kind: Any, sink: Sink, tag: Any, body: bytes = b"", **fields: Any) -> Request:
        """:raises UnknownEpisode, EpisodeEnded: it cannot be asked of this process, or not any more"""
        if os.getpid() != self._pid:
            raise UnknownEpisode("unknown-episode", "The episode was started by another process, before a fork")
        if self._name is None:
            error = self.outcome.error
            why = "" if error is None else f": {error.type}: {error.message}"
            raise EpisodeEnded("episode-ended", f"`setup` came to `{self.outcome.status}`{why}")
        if self._ended == "closed" and kind != "close":
            raise EpisodeEnded("episode-ended", "The episode was closed")
        return episode_request(self._io, kind, sink, tag, body, episode=self._name, **fields)

    def _step_request(self, action: str, sink: Sink, tag: Any) -> Request:
        if not isinstance(action, str):
            raise TypeError(f"expected the action to be text, got {type(action).__name__}")
        return self._request("step", sink, tag, to_json(action, "action"))

    def _branch_request(self, n: int, same_random: bool, sink: Sink, tag: Any) -> Request:
        if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= 10_000:
            raise ValueError(f"expected `n` to be a whole number from 1 to 10000, got {n!r}")
        return self._request("branch", sink, tag, n=n, same_random=True if same_random else None)

    def _stepped(self, answer: Answer) -> StepOutcome:
        outcome, _ = step_answer(answer)
        self.outcome = outcome
        if outcome.ended is not None:
            self._ended = outcome.ended
        return outcome

    def _names_of_copies(self, answer: Answer) -> list[str]:
        outcome, fields = step_answer(answer)
        if outcome.status != "ok":
            why = outcome.status if outcome.error is None else outcome.error.message
            raise Refused("cannot-branch", f"The episode was not copied: {why}")
        names: list[str] = fields["episode_ids"]
        return names

    def _mark_closed(self) -> bool:
        """Whether there is something to close."""
        if self._name is None or not self._end.alive:
            return False
        self._end.detach()
        self._ended = self._ended or "closed"
        return os.getpid() == self._pid

    def __reduce__(self) -> NoReturn:
        raise TypeError("an episode belongs to the process that started it: it cannot be pickled")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._name!r}, steps={self.outcome.steps}, ended={self._ended!r})"


def step_answer(answer: Answer) -> StepAnswer:
    """The outcome of a request of an episode. Raises what was answered instead."""
    if isinstance(answer, SandboxError):
        raise answer
    assert isinstance(answer, tuple)
    return answer


class _Nobody:
    """Takes answers that nobody waits for."""

    def deliver(self, answers: list[tuple[Any, Answer]]) -> None:
        pass

    deliver_after_fork = deliver


NOBODY = _Nobody()


def _close_forgotten(io: Io, name: str, pid: int) -> None:
    if os.getpid() != pid:
        return
    try:
        io.ask([episode_request(io, "close", NOBODY, None, episode=name)])
    except Closed:
        pass

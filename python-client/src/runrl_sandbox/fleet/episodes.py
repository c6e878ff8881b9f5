"""Episodes of a fleet: where each lives, and how one whose host was lost is played again on another."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import Closed, SandboxError, Unavailable, UnknownEpisode
from ..outcome import OutcomeError, StepOutcome
from ..request import Answer, Request

if TYPE_CHECKING:
    from .host import Host
    from .io import FleetIo


@dataclass(slots=True)
class Life:
    """One episode. Its client keeps `name`, whatever host it lives on."""

    name: str
    host: Host
    #: Its name there.
    there: str
    #: What started it.
    start: Request
    #: Bodies of the steps so far, with what was observed then; kept only where it may be played again.
    played: list[tuple[bytes, Any]] = field(default_factory=list)


class Episodes:
    """Those that live."""

    def __init__(self, replay: bool) -> None:
        self._replay = replay
        self._names = itertools.count(1)
        self._lives: dict[str, Life] = {}

    def life_of(self, request: Request) -> Life | None:
        """The episode that a request is for."""
        return self._lives.get(request.fields["episode"])

    def answered(self, request: Request, host: Host, answer: Answer) -> Answer:
        """Notes what a host answered. Names of that host become names of the fleet."""
        if not isinstance(answer, tuple):
            return answer
        outcome, given = answer
        if request.kind == "start":
            if (there := given.get("episode_id")) is None:
                return answer
            return outcome, {**given, "episode_id": self._add(host, there, request, [])}
        life = self.life_of(request)
        if request.kind == "branch" and life is not None and "episode_ids" in given:
            names = [self._add(host, there, life.start, life.played) for there in given["episode_ids"]]
            return outcome, {**given, "episode_ids": names}
        if request.kind == "step" and life is not None and self._replay:
            life.played.append((request.body, outcome.observation))
        if request.kind == "close":
            self.drop(request.fields["episode"])
        return answer

    def move(self, name: str, life: Life) -> None:
        """The episode `name` is what another one was, and goes on under its name."""
        if (new := self._lives.pop(name, None)) is not None:
            life.host, life.there = new.host, new.there

    def drop(self, name: str) -> None:
        """It is over."""
        self._lives.pop(name, None)

    def lost(self, fleet: FleetIo, request: Request) -> Answer | Replay:
        """What a request comes to whose host was lost: an answer, or a replay that answers it later."""
        life = self.life_of(request)
        if life is not None and self._replay and request.kind != "close":
            return Replay(fleet, life, request)
        self.drop(request.fields["episode"])
        if request.kind == "close":
            return StepOutcome("ok"), {}
        return Unavailable("The host of this episode was lost") if request.kind == "branch" else lost_step()

    def _add(self, host: Host, there: str, start: Request, played: list[tuple[bytes, Any]]) -> str:
        name = f"f{next(self._names)}"
        self._lives[name] = Life(name, host, there, start, [*played])
        return name


class Replay:
    """Plays an episode again, compares what is observed, and then takes the step that its lost host did not answer."""

    def __init__(self, fleet: FleetIo, life: Life, pending: Request) -> None:
        self._fleet, self._life, self._pending = fleet, life, pending
        #: The name of the new one.
        self._name = ""
        self._at = -1

    def begin(self) -> None:
        """Starts it anew. The rest follows from the answers."""
        start = self._life.start
        self._ask(Request(self._fleet.number(), "start", start.body, self, None, start.module, None, start.fields))

    def deliver(self, answers: list[tuple[Any, Answer]]) -> None:
        """One answer after the other."""
        ((_, answer),) = answers
        if isinstance(answer, SandboxError):
            self._end(answer)
            return
        assert isinstance(answer, tuple)
        outcome, given = answer
        if self._at < 0:
            self._name = given.get("episode_id") or ""
        elif outcome.observation != self._life.played[self._at][1]:
            self._end(lost_step(f"step {self._at + 1} showed something else when it was played again"))
            return
        if not self._name or outcome.status != "ok":
            why = "" if outcome.error is None else f": {outcome.error.message}"
            self._end(lost_step(f"played again, it came to `{outcome.status}`{why}"))
            return
        self._at += 1
        if self._at < len(self._life.played):
            self._ask(self._step(self._life.played[self._at][0]))
        else:
            self._fleet.took_over(self._life, self._name, self._pending)

    deliver_after_fork = deliver

    def _step(self, body: bytes) -> Request:
        return Request(self._fleet.number(), "step", body, self, None, None, None, {"episode": self._name})

    def _ask(self, request: Request) -> None:
        try:
            self._fleet.ask([request])
        except SandboxError as error:
            self._end(error)

    def _end(self, answer: Answer) -> None:
        self._fleet.gave_up(self._life, self._pending, answer)


def lost_step(why: str | None = None) -> Answer:
    """What a step comes to whose episode went with its host."""
    message = "The host of this episode was lost" + ("" if why is None else f", and {why}")
    return StepOutcome("lost", error=OutcomeError("HostLost", message), ended="failed"), {}


def begun(request: Request, answer: Answer) -> int:
    """How many episodes more there are for it. One was counted when its start was given to the host."""
    given = answer[1] if isinstance(answer, tuple) else {}
    if request.kind == "start":
        return 0 if given.get("episode_id") is not None else -1
    is_over = request.kind == "close" or isinstance(answer, (Unavailable, Closed, UnknownEpisode))
    return -1 if is_over else len(given.get("episode_ids", ()))

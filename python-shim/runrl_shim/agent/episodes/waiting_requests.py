"""What episodes were asked and have not answered, and how those ended that nobody was asking."""

from __future__ import annotations

from collections import OrderedDict

from runrl_shim.agent.outcomes import verdicts
from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runrl_shim.agent.episodes.episode_requests import Request
    from runrl_shim.agent.outcomes.verdicts import Verdict

_MOST_DEATHS = 4096


class WaitingRequests:
    """Requests without an answer, and of those the ones that wait for their turn.

    Attributes:
        asked: by call: all of them.
        starts: by episode, in the order they came: those that are to begin one.
        turns: by episode, in the order they came: steps and branches, of an episode at most one.
    """

    def __init__(self) -> None:
        self.asked: dict[int, Request] = {}
        self.starts: OrderedDict[int, Request] = OrderedDict()
        self.turns: OrderedDict[int, Request] = OrderedDict()

    def add(self, request: Request) -> None:
        """It waits for its turn from now on."""
        (self.starts if request.op == wire.EPISODE_START else self.turns)[request.episode] = request

    def begin(self, request: Request) -> None:
        """It waits no more."""
        del (self.starts if request.op == wire.EPISODE_START else self.turns)[request.episode]

    def take_back(self, episode: int) -> Request | None:
        """What waits for this episode, if there is something."""
        return self.starts.pop(episode, None) or self.turns.pop(episode, None)

    def holds(self, request: Request) -> bool:
        """Whether it waits for its turn."""
        episode = request.episode
        return self.starts.get(episode) is request or self.turns.get(episode) is request

    def next(self, *, can_start: bool) -> Request | None:
        """The oldest that can begin."""
        turn = next(iter(self.turns.values()), None)
        start = next(iter(self.starts.values()), None) if can_start else None
        if turn is None or start is None:
            return turn or start
        return turn if turn.order < start.order else start

    def lose(self) -> list[int]:
        """Forgets those that would begin an episode, and what waits for its turn. Returns the calls of the former."""
        unstarted = [request.call for request in self.starts.values()]
        for call in unstarted:
            self.asked.pop(call, None)
        self.starts.clear()
        self.turns.clear()
        return unstarted


class Deaths:
    """Of episodes that ended while they rested, for whoever asks next. Nobody may ever ask: old ones are forgotten."""

    def __init__(self) -> None:
        self._told: OrderedDict[int, tuple[Verdict, str]] = OrderedDict()

    def __iter__(self) -> Iterator[int]:
        return iter(self._told)

    def add(self, episode: int, verdict: Verdict, stderr: str) -> None:
        """Keeps how an episode ended, with what it wrote last."""
        self._told[episode] = verdict, stderr
        if len(self._told) > _MOST_DEATHS:
            self._told.popitem(last=False)

    def take(self, episode: int) -> tuple[Verdict, str]:
        """How it ended, told once; of others only that they are over."""
        return self._told.pop(episode, (verdicts.EPISODE_OVER, ""))

"""
All hosts of a fleet, by the thread that serves one server, too: so every client of one server is a client of a fleet as
it is.

A request has exactly one answer. What a lost host had is given to one other, once; what user code did is no reason.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable
from dataclasses import replace

from ..audit import Audits
from ..code import Code
from ..errors import Closed, Refused, SandboxError, Unavailable, UnknownEpisode
from ..io_thread import LONGEST_WAIT, IoThread, hand_out
from ..outcome import Outcome
from ..request import BEGINS, Answer, NotSent, Request, cancelled
from ..waits import NOT_HERE
from .episodes import Episodes, Life, Replay, begun
from .follow import Follower
from .host import Host
from .members import Members
from .routing import Load
from .table import Source, Table
from .work import Waiting, Work, is_for_now

#: Hosts that are asked for one request, at most.
_ATTEMPTS = 2
#: How often what waits for a host is looked at.
_LOOK_SECONDS = 0.25
_HAS_LEFT = "The host has left the fleet"


class FleetIo(IoThread):
    """May be used by all threads. Not to be used after a fork."""

    def __init__(
        self, source: Source, token: str | None, patience: float, replay: bool, code: Code | None, audits: Audits
    ) -> None:
        """
        :param patience: seconds that a request waits for a host, before it fails as `Unavailable`
        :param replay: episodes of lost hosts are played again elsewhere
        """
        super().__init__()
        self._patience, self._code = patience, code
        self._members = Members(
            lambda entry: Host(entry, self._sockets, token, code, audits, self._change), self._links
        )
        self._router = self._members.router
        #: By their numbers, that which the client knows and that which hosts know.
        self._work: dict[int, Work] = {}
        self._waiting = Waiting()
        self._answers: list[tuple[Request, Answer]] = []
        self._episodes = Episodes(replay)
        self._look_at = 0.0
        self._follower = Follower(source, self._take_table)
        self._thread.start()
        self._follower.thread.start()

    def close(self) -> None:
        """As of `IoThread`."""
        self._follower.stop.set()
        super().close()
        self._follower.join()

    def _take_table(self, table: Table) -> None:
        with contextlib.suppress(Closed):
            self._put(self._on_table, table)

    def hosts(self) -> dict[str, Load]:
        """A copy of what is known of each host, by its name."""
        return {name: replace(load) for name, load in list(self._router.hosts.items())}

    def waits_for(self, number: int) -> str:
        """As of `IoThread`."""
        if (work := self._work.get(number)) is None:
            return NOT_HERE
        return work.waits_for(None if self._members.take_work else self._members.why_none(self._follower.trouble))

    # What clients ask for.

    def _on_asked(self, requests: list[Request], now: float) -> None:
        for request in requests:
            work = self._work[request.number] = Work(request, now)
            self._queue(work)

    def _on_cancelled(self, numbers: list[int], now: float) -> None:
        for number in numbers:
            if (work := self._work.get(number)) is None:
                continue
            work.request.cancelled = True
            if work.host is None:
                self._finish(work, cancelled(work.request))
            else:
                work.host.cancel(work.sent.number, now)

    def _on_end(self, error: SandboxError, now: float) -> None:
        self._follower.stop.set()
        for request in list(self._unanswered()):
            self._finish(self._work[request.number], error)
        hand_out(self._answers)
        self._members.end_probes()

    def _unanswered(self) -> Iterable[Request]:
        return {work.request.number: work.request for work in self._work.values()}.values()

    def took_over(self, life: Life, name: str, pending: Request) -> None:
        """The episode `name` goes on as `life`, with the request that its lost host did not answer."""
        self._episodes.move(name, life)
        if (work := self._work.get(pending.number)) is not None:
            self._queue(work)

    def gave_up(self, life: Life, pending: Request, answer: Answer) -> None:
        """The episode is lost."""
        self._episodes.drop(life.name)
        if (work := self._work.get(pending.number)) is not None:
            self._finish(work, answer)

    # What hosts do.

    def _on_turn(self, now: float) -> float:
        ended = self._members.leaving_at_last()
        for host in ended:
            host.session.fail_all(Closed(_HAS_LEFT))
        for host in self._members:
            if host.session.answered:
                answers, host.session.answered = host.session.answered, []
                for request, answer in answers:
                    if (work := self._work.get(request.number)) is not None and work.host is host:
                        self._answered(work, host, answer)
        for host in ended:
            self._members.forget(host)
        if self._members.is_changed:
            self._members.judge()
        if self._waiting:
            self._look(now)
            self._pump(now)
        while self._answers:  # whoever is told may ask or end something
            answers, self._answers = self._answers, []
            hand_out(answers)
        looks = self._members.has_unheard(now) or self._waiting
        return now + (_LOOK_SECONDS if looks else LONGEST_WAIT)

    def _on_table(self, table: Table, now: float) -> None:
        if not self._closing:
            self._members.follow(table, now)
            self._change()

    def _change(self) -> None:
        self._members.is_changed = True
        self._look_at = 0.0
        self._wake()  # for a turn after this one

    # Where requests go.

    def _queue(self, work: Work) -> None:
        request = work.request
        if request.kind in BEGINS:
            self._waiting.add(work)
        elif (life := self._episodes.life_of(request)) is None:
            self._finish(work, UnknownEpisode("unknown-episode", "The fleet has no such episode"))
        else:
            self._renumber(work, replace(request, fields={**request.fields, "episode": life.there}))
            self._give(life.host, [work], time.monotonic())

    def _pump(self, now: float) -> None:
        """Gives what waits to hosts that have room."""
        calls, starts = self._waiting.calls, self._waiting.starts
        while calls:
            if (choice := self._router.for_calls(calls[0].avoid)) is None:
                break
            name, count = choice
            self._give(self._members.hosts[name], [calls.popleft() for _ in range(min(count, len(calls)))], now)
        while starts and (chosen := self._router.for_episode()) is not None:
            if (start := starts.popleft()).request.number in self._work:
                host = self._members.hosts[chosen]
                host.load.episodes += 1
                self._give(host, [start], now)

    def _give(self, host: Host, batch: list[Work], now: float) -> None:
        asked = []
        for work in batch:
            if work.sent.number in self._work:  # it was not cancelled, and has not waited too long
                work.host = host
                host.load.in_flight += work.sent.kind == "score"
                asked.append(work.sent)
        if not host.link.over:
            host.ask(asked, now)
            return
        for request in asked:
            self._answered(self._work[request.number], host, Closed(_HAS_LEFT))

    def _renumber(self, work: Work, request: Request | None = None) -> None:
        """What hosts are asked next: they know it under a number that none has had yet."""
        if work.sent is not work.request:
            self._work.pop(work.sent.number, None)
        work.sent = (request or work.request).renumbered(self.number())
        self._work[work.sent.number] = work

    def _answered(self, work: Work, host: Host, answer: Answer) -> None:
        request = work.request
        work.host = None
        if request.kind == "score":
            host.load.in_flight -= 1
            if isinstance(answer, Outcome):
                host.load.note(answer.duration_ms)
                self._finish(work, answer if work.attempt == 1 else replace(answer, attempt=work.attempt))
                return
        else:
            host.load.episodes += begun(request, answer)
        if isinstance(answer, NotSent) and not request.cancelled:
            self._waiting.put_back(work)
        elif isinstance(answer, (NotSent, Unavailable, Closed, UnknownEpisode)) and not self._closing:
            self._lost(work, host)  # who does not know an episode that began there was started anew
        elif isinstance(answer, Refused) and is_for_now(answer, request, self._code) and not request.cancelled:
            self._renumber(work)
            self._waiting.postpone(work, host.entry.id, answer)
        else:
            self._finish(work, self._episodes.answered(request, host, answer))

    def _lost(self, work: Work, host: Host) -> None:
        request = work.request
        if request.cancelled:
            self._finish(work, cancelled(request))
        elif request.kind not in BEGINS:
            outcome = self._episodes.lost(self, request)
            if isinstance(outcome, Replay):
                outcome.begin()
            else:
                self._finish(work, outcome)
        elif work.attempt == _ATTEMPTS:
            text = f"{_ATTEMPTS} hosts were lost while they had this request; it is not tried on a third"
            self._finish(work, Unavailable(text))
        else:
            work.attempt += 1
            work.avoid = host.entry.id
            self._renumber(work)
            self._waiting.put_back(work)

    def _finish(self, work: Work, answer: Answer) -> None:
        if self._work.pop(work.request.number, None) is not None:
            if work.sent is not work.request:
                del self._work[work.sent.number]
            self._answers.append((work.request, answer))

    def _look(self, now: float) -> None:
        """What was refused for now is asked for again, and what waits for a host too long fails."""
        if now < self._look_at:
            return
        self._look_at = now + _LOOK_SECONDS
        for work in self._waiting.postponed():
            if (error := work.given_up(now - self._patience)) is not None:
                self._finish(work, error)
            elif work.request.number in self._work:
                self._waiting.put_back(work)
        if not self._members.take_work:
            why = self._members.why_none(self._follower.trouble)
            text = f"No host of the fleet took work within {self._patience:g} s (`reconnect_timeout`). {why}"
            for work in self._waiting.since_before(now - self._patience):
                self._finish(work, Unavailable(text))

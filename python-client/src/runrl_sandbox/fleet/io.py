"""
All hosts of a fleet behind the interface of one session: `number`, `ask`, `cancel`, `close`, `abandon`. So every client
of one server is a client of a fleet as it is.

A request has exactly one answer. What a lost host had is given to one other, once; what user code did is no reason.
"""

from __future__ import annotations

import itertools
import threading
import time
from dataclasses import replace

from ..code import Code
from ..errors import Closed, Refused, Unavailable, UnknownEpisode
from ..io_thread import hand_out
from ..outcome import Outcome
from ..request import Answer, Request, cancelled
from .episodes import Episodes, Life, Replay, begun
from .follow import Follower
from .host import Host, in_words
from .routing import Load, Router
from .table import Source, Table
from .versions import Agreement
from .work import Waiting, Work, is_for_now

#: Hosts that are asked for one request, at most.
_ATTEMPTS = 2
#: How often what waits for a host is looked at.
_LOOK_SECONDS = 0.25


class FleetIo:
    """May be used by all threads. Not to be used after a fork."""

    def __init__(
        self, source: Source, token: str | None, patience: float, replay: bool, code: Code | None = None
    ) -> None:
        """
        :param patience: seconds that a request waits for a host, before it fails as `Unavailable`
        :param replay: episodes of lost hosts are played again elsewhere
        """
        self._token, self._patience, self._code = token, patience, code
        self._numbers = itertools.count(1)
        # Reentrant: garbage collection may end an episode in the middle of anything. A thread that has it may take that
        # of a host's session, never the other way round. Answers are handed out without it.
        self._lock = threading.RLock()
        self._router = Router()
        self._hosts: dict[str, Host] = {}
        self._agreement = Agreement()
        self._work: dict[int, Work] = {}
        self._waiting = Waiting()
        self._answers: list[tuple[Request, Answer]] = []
        self._replays: list[Replay] = []
        self._episodes = Episodes(replay)
        self._follower = Follower(source, self._apply)
        self._stop = self._follower.stop
        self._threads = [self._follower.thread, threading.Thread(target=self._look, name="runrl-sandbox", daemon=True)]
        for thread in self._threads:
            thread.start()

    # What clients ask for.

    def number(self) -> int:
        """A number for a new request."""
        return next(self._numbers)

    def ask(self, requests: list[Request]) -> None:
        """Sends requests to hosts. Each is answered once. Raises Closed."""
        with self._lock:
            if self._stop.is_set():
                raise Closed("The sandbox is closed")
            for request in requests:
                work = self._work[request.number] = Work(request)
                self._queue(work)
            self._pump()
        self._tell()

    def cancel(self, numbers: list[int]) -> None:
        """Ends requests; those that are over are left alone."""
        with self._lock:
            for number in numbers:
                if (work := self._work.get(number)) is None:
                    continue
                work.request.cancelled = True
                if work.host is None:
                    self._finish(work, cancelled(work.request))
                else:
                    work.host.io.cancel([work.there])
        self._tell()

    def close(self) -> None:
        """Ends everything: what is unanswered gets `Closed`."""
        with self._lock:
            self._stop.set()
            hosts = list(self._hosts.values())
        for host in hosts:
            host.io.close()
        with self._lock:
            for work in list(self._work.values()):
                self._finish(work, Closed("The sandbox was closed"))
        self._tell()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()

    def abandon(self) -> None:
        """In a forked child: hosts and threads are the parent's. Nobody is to wait for them."""
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._stop.set()
        for host in self._hosts.values():
            host.io.abandon()
        error = Unavailable("This process was forked while it waited: the answer goes to its parent. Ask again")
        for work in list(self._work.values()):
            work.request.sink.deliver_after_fork([(work.request.tag, error)])

    def hosts(self) -> dict[str, Load]:
        """A copy of what is known of each host, by its name."""
        with self._lock:
            return {name: replace(load) for name, load in self._router.hosts.items()}

    def host_changed(self, host: Host) -> None:
        """It became ready, drains, or was lost."""
        with self._lock:
            self._judge()
            self._pump()
        self._tell()

    def host_answered(self, host: Host, answers: list[tuple[int, Answer]]) -> None:
        """A host's answers. Those that another host is to give are asked for there."""
        with self._lock:
            for number, answer in answers:
                if (work := self._work.get(number)) is not None and work.host is host:
                    self._answered(work, host, answer)
            self._pump()
        self._tell()

    def took_over(self, life: Life, name: str, pending: Request) -> None:
        """The episode `name` goes on as `life`, with the request that its lost host did not answer."""
        with self._lock:
            self._episodes.move(name, life)
            if (work := self._work.get(pending.number)) is not None:
                self._queue(work)
        self._tell()

    def gave_up(self, life: Life, pending: Request, answer: Answer) -> None:
        """The episode is lost."""
        with self._lock:
            self._episodes.drop(life.name)
            if (work := self._work.get(pending.number)) is not None:
                self._finish(work, answer)
        self._tell()

    # With the lock.

    def _queue(self, work: Work) -> None:
        kind = work.request.kind
        if kind in ("score", "start"):
            self._waiting.add(work)
        elif (life := self._episodes.life_of(work.request)) is None:
            self._finish(work, UnknownEpisode("unknown-episode", "The fleet has no such episode"))
        else:
            there = replace(work.request, fields={**work.request.fields, "episode": life.there})
            self._give(life.host, [work], [there])

    def _pump(self) -> None:
        """Gives what waits to hosts that have room."""
        calls, starts = self._waiting.calls, self._waiting.starts
        while calls:
            if (choice := self._router.for_calls(calls[0].avoid)) is None:
                break
            name, count = choice
            batch = [calls.popleft() for _ in range(min(count, len(calls)))]
            self._give(self._hosts[name], batch)
        while starts and (chosen := self._router.for_episode()) is not None:
            if (start := starts.popleft()).request.number in self._work:
                self._router.hosts[chosen].episodes += 1
                self._give(self._hosts[chosen], [start])

    def _give(self, host: Host, batch: list[Work], as_asked: list[Request] | None = None) -> None:
        batch = [work for work in batch if work.request.number in self._work]
        if not batch:  # all were cancelled, or waited too long
            return
        for work in batch:
            work.host = host
        if (load := self._load_of(host)) is not None:
            load.in_flight += sum(work.request.kind == "score" for work in batch)
        try:
            numbers = host.give(as_asked or [work.request for work in batch])
            for work, number in zip(batch, numbers, strict=True):
                work.there = number
        except Closed as error:
            for work in batch:
                self._answered(work, host, error)

    def _answered(self, work: Work, host: Host, answer: Answer) -> None:
        request = work.request
        work.host = None
        if (load := self._load_of(host)) is not None:
            if request.kind == "score":
                load.in_flight -= 1
                if isinstance(answer, Outcome):
                    load.note(answer.duration_ms)
            else:
                load.episodes += begun(request, answer)
        if isinstance(answer, (Unavailable, Closed)) and not self._stop.is_set():
            self._lost(work, host)
        elif isinstance(answer, Refused) and is_for_now(answer, request, self._code) and not request.cancelled:
            self._waiting.postpone(work, host.entry.id, answer)
        else:
            if work.attempt > 1 and isinstance(answer, Outcome):
                answer = replace(answer, attempt=work.attempt)
            self._finish(work, self._episodes.answered(request, host, answer) if request.kind != "score" else answer)

    def _lost(self, work: Work, host: Host) -> None:
        request = work.request
        if request.cancelled:
            self._finish(work, cancelled(request))
        elif request.kind not in ("score", "start"):
            outcome = self._episodes.lost(self, request)
            if isinstance(outcome, Replay):
                self._replays.append(outcome)
            else:
                self._finish(work, outcome)
        elif work.attempt == _ATTEMPTS:
            text = f"{_ATTEMPTS} hosts were lost while they had this request; it is not tried on a third"
            self._finish(work, Unavailable(text))
        else:
            work.attempt += 1
            work.avoid = host.entry.id
            self._waiting.put_back(work)

    def _finish(self, work: Work, answer: Answer) -> None:
        if self._work.pop(work.request.number, None) is not None:
            self._answers.append((work.request, answer))

    def _load_of(self, host: Host) -> Load | None:
        return self._router.hosts[host.entry.id] if self._hosts.get(host.entry.id) is host else None

    def _judge(self) -> None:
        ready = {name: host for name, host in self._hosts.items() if host.ready}
        odd = self._agreement.odd({name: host.modules for name, host in ready.items()})
        for name, load in self._router.hosts.items():
            load.usable = name in ready and name not in odd
            load.slots = self._hosts[name].slots
        self._router.refresh()

    # Threads of the fleet.

    def _tell(self) -> None:
        with self._lock:
            answers, self._answers = self._answers, []
            replays, self._replays = self._replays, []
        if answers:
            hand_out(answers)
        for replay in replays:
            replay.begin()

    def _apply(self, table: Table) -> None:
        wanted = {entry.id: entry for entry in table.hosts}
        with self._lock:
            if self._stop.is_set():
                return
            gone = [host for host in self._hosts.values() if host.is_another(wanted.get(host.entry.id))]
            for host in gone:
                del self._hosts[host.entry.id], self._router.hosts[host.entry.id]
            for name, entry in wanted.items():
                if name in self._hosts:
                    self._hosts[name].entry = entry
                else:
                    self._router.hosts[name] = Load()
                    self._hosts[name] = Host(self, entry, self._token, self._code)
            self._judge()
        for host in gone:
            host.io.close()  # what it had is answered `Closed`, and goes to another host

    def _look(self) -> None:
        """What was refused for now is asked for again, and what waits for a host too long fails."""
        while not self._stop.wait(_LOOK_SECONDS):
            now = time.monotonic()
            with self._lock:
                for work in self._waiting.postponed():
                    if (error := work.given_up(now - self._patience)) is not None:
                        self._finish(work, error)
                    elif work.request.number in self._work:
                        self._queue(work)
                self._pump()
                if not any(load.usable for load in self._router.hosts.values()):
                    self._fail_impatient(now)
            self._tell()

    def _fail_impatient(self, now: float) -> None:
        why = in_words(self._hosts, self._follower.trouble)
        text = f"No host of the fleet took work within {self._patience:g} s (`reconnect_timeout`). {why}"
        for work in self._waiting.since_before(now - self._patience):
            self._finish(work, Unavailable(text))

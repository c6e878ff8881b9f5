"""The pool of live episodes: requests in, answers out, so many at a time, a deadline for each."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from runrl_shim.agent import verdicts
from runrl_shim.agent.episode_requests import Request, parse
from runrl_shim.agent.live_episodes import LiveEpisodes
from runrl_shim.agent.live_slot import LiveSlot
from runrl_shim.agent.slot import Slot, State
from runrl_shim.agent.watch_resting import RestingWatch
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.agent.verdicts import Verdict

_WORTH_GATHERING = 8
_REST_STREAMING = 0.0003  # seconds; many answers then travel together
# Deaths that are kept for whoever asks next, and characters of what was written last: nobody may ever ask.
_MOST_DEATHS = 4096
_LAST_WORDS = 4000


class EpisodePool(LiveEpisodes):
    """Gives requests to episodes. Of one episode the host has at most one under way, beside its end.

    Whatever the host sends, each request gets one answer. Nothing here looks at all episodes for the sake of one.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.one_by_one = False
        self.setup_timeout = arguments[1]["setup_timeout_ms"] / 1e3
        self.episodes: dict[int, LiveSlot] = {}
        self.asked: dict[int, Request] = {}  # by call: what has no answer yet
        # What waits for its turn, by episode, in the order it came: `turns` are steps and branches.
        self.starts: OrderedDict[int, Request] = OrderedDict()
        self.turns: OrderedDict[int, Request] = OrderedDict()
        self.deaths: OrderedDict[int, tuple[Verdict, str]] = OrderedDict()  # of episodes that rested
        self.resting = RestingWatch(self, arguments[1])

    # --- requests in -------------------------------------------------------------------------------------

    def submit(self, block: bytes) -> None:
        for request in parse(block):
            if request.op == wire.EPISODE_CLOSE:
                self._close_episode(request)
                continue
            self.asked[request.call] = request
            if request.op == wire.EPISODE_START:
                if self._is_known(request.episode):
                    self._refuse(request, verdicts.EPISODE_KNOWN)
                else:
                    self.starts[request.episode] = request
            else:
                self._queue(request)
        self.dispatch()

    def _is_known(self, episode: int) -> bool:
        return episode in self.episodes or episode in self.starts

    def _queue(self, request: Request) -> None:
        slot = self.episodes.get(request.episode)
        if slot is None:
            verdict, stderr = self.deaths.pop(request.episode, (verdicts.EPISODE_OVER, ""))
            self._refuse(request, verdict, stderr)
        elif slot.request is not None or request.episode in self.turns:
            self._refuse(request, verdicts.EPISODE_BUSY)
        else:
            self.turns[request.episode] = request

    def _refuse(self, request: Request, verdict: Verdict, stderr: str = "", word: str = "episode") -> None:
        """Answers what was never begun."""
        self.asked.pop(request.call, None)
        self.emit(verdicts.result(request.call, verdict, started=monotonic(), stderr=stderr, what=word))

    def _close_episode(self, request: Request) -> None:
        slot = self.episodes.pop(request.episode, None)
        self.deaths.pop(request.episode, None)
        waiting = self.starts.pop(request.episode, None) or self.turns.pop(request.episode, None)
        if waiting is not None:
            self._refuse(waiting, verdicts.CANCELLED, word=waiting.word)
        if slot is None:
            self.emit(result_frame(request.call, wire.STATUS_OK))
        else:
            slot.closing = request.call
            self.kill(slot, verdicts.CANCELLED)

    def cancel(self, call: int) -> None:
        request = self.asked.get(call)
        if request is None:
            return
        slot = self.episodes.get(request.episode)
        if self.starts.get(request.episode) is request:
            del self.starts[request.episode]
            self._refuse(request, verdicts.CANCELLED, word=request.word)
        elif slot is not None and self.turns.get(request.episode) is request:
            del self.turns[request.episode]
            self._refuse(request, verdicts.CANCELLED, word=request.word)
            self._forget(slot)
            self.kill(slot, verdicts.CANCELLED)
        elif slot is not None and slot.request is request:
            self.kill(slot, verdicts.CANCELLED)

    def dispatch(self) -> None:
        if self.draining:
            self.drain(self.busy)
            return
        while self.busy < self.concurrency and (request := self._next_request()) is not None:
            if request.op != wire.EPISODE_START:
                del self.turns[request.episode]
                self._begin(self.episodes[request.episode], request)
                continue
            slot = self.ready.pop()
            assert isinstance(slot, LiveSlot)
            if not slot.killed:  # the others are on their way out
                del self.starts[request.episode]
                slot.episode = request.episode
                self.unassigned.discard(slot)
                self.episodes[request.episode] = slot
                self.resting.begin()
                self.idle_deaths = 0
                self._begin(slot, request)
        self.add_slots(len(self.slots) - len(self.unassigned) + len(self.starts) + self.spares)

    def _next_request(self) -> Request | None:
        """The oldest that can begin."""
        turn = next(iter(self.turns.values()), None)
        start = next(iter(self.starts.values()), None) if self.ready else None
        if turn is None or start is None:
            return turn or start
        return turn if turn.order < start.order else start

    def _begin(self, slot: LiveSlot, request: Request) -> None:
        slot.request = request
        if slot.killed:
            return  # it is answered when the kernel says that the episode is gone
        if request.op == wire.EPISODE_BRANCH and (problem := self._cannot_copy(request)) is not None:
            slot.request = None
            self._refuse(request, problem)
            return
        self.busy += 1
        self.hand_over(request.batch.calls)
        used = slot.cpu_ns
        if request.op == wire.EPISODE_BRANCH:
            self.begin_copy(slot, request)
        else:
            slot.begin(request.batch)
        slot.cpu_ns = used  # of all that it did so far
        if slot.unsent:
            self.flush(slot)
        self.deadlines.begin(slot, self.setup_timeout if request.op == wire.EPISODE_START else self.timeout)

    def _cannot_copy(self, request: Request) -> Verdict | None:
        if self._is_known(request.copy):
            return verdicts.EPISODE_KNOWN
        return None if len(self.slots) < self.requests.most_slots else verdicts.NO_DESCRIPTORS

    # --- answers out -------------------------------------------------------------------------------------

    @property
    def rest(self) -> float:
        return _REST_STREAMING if self.busy > _WORTH_GATHERING else 0.0

    def steal(self, slot: Slot) -> None:
        """Nothing waits behind a step."""

    def on_ready(self, slot: Slot) -> None:
        assert isinstance(slot, LiveSlot)
        if slot.killed:
            return
        slot.state = State.READY
        slot.batch = slot.request = None
        # It may be faster than the zygote's word of its process, without which no copy of it can be found.
        if slot.episode is None and slot.pidfd is not None:
            self.ready.append(slot)
        self.dispatch()

    def _takes_word(self, slot: Slot, word: int, call: int, frame: bytes) -> bool:
        if word == wire.WORKER_BRANCHED:
            assert isinstance(slot, LiveSlot)
            return not slot.words.too_many(slot.current_call) and self.on_branched(slot, call)
        return super()._takes_word(slot, word, call, frame)

    def _completed(self, slot: Slot, frame: bytes, status: int, flags: int) -> bytes:
        assert isinstance(slot, LiveSlot)
        frame = super()._completed(slot, frame, status, flags)
        request = slot.request
        if request is None:
            return frame
        self.asked.pop(request.call, None)
        is_branch = request.op == wire.EPISODE_BRANCH
        if is_branch and not self._adopt_copy(slot, request, status) and status == wire.STATUS_OK:
            frame = verdicts.result(request.call, verdicts.COPY_DIED, started=slot.started)
        # By what the host will make of it, not by what the worker says of itself: the host asks nothing more then.
        goes_on = status == wire.STATUS_OK or (is_branch and status == wire.STATUS_INVALID)
        if flags & wire.RESULT_DONE or not goes_on:
            slot.believes = False
        return frame

    def _adopt_copy(self, slot: LiveSlot, request: Request, status: int) -> bool:
        """The copy, if there is one, is an episode from now on. False: it is not there, or must not be."""
        wanted = status == wire.STATUS_OK and slot.believes and not self._is_known(request.copy)
        copy = self.end_copying(slot, wanted=wanted)
        if copy is not None:
            self.episodes[request.copy] = copy
        return copy is not None

    def _goes_on(self, slot: Slot, flags: int) -> bool:
        assert isinstance(slot, LiveSlot)
        if flags & wire.RESULT_RETIRES or not slot.believes:
            self.busy -= 1
            slot.batch = slot.request = None
            slot.state = State.ENDING
            self._forget(slot)
            self.kill(slot, None)
            self.dispatch()
            return False
        if flags & wire.RESULT_WAITS:
            slot.answer(wire.BATCH_GO)
        return True

    def _forget(self, slot: LiveSlot) -> None:
        """No request reaches the episode any more."""
        if slot.episode is not None and self.episodes.get(slot.episode) is slot:
            del self.episodes[slot.episode]

    def what_runs(self, slot: Slot) -> str:
        assert isinstance(slot, LiveSlot)
        return "episode" if slot.request is None else slot.request.word

    def _give_back(self, slot: Slot, _position: int) -> None:
        slot.batch = None  # a step cannot be taken by another

    # --- ends --------------------------------------------------------------------------------------------

    def on_slot_gone(self, slot: Slot) -> None:
        assert isinstance(slot, LiveSlot)
        if slot.state is State.BUSY:
            if slot.request is not None:
                self.asked.pop(slot.request.call, None)
            verdict, cpu_ns, max_rss = self.end_of(slot)
            self._conclude(slot, verdict or verdicts.SLOT_DIED, cpu_ns, max_rss)
        elif slot.state is State.READY and slot.episode is None:
            self.withdraw(slot)
            self.count_idle_death(slot, slot.exit_code or 0)
        elif slot.state is State.READY:
            self._tell_death(slot)
        self._forget(slot)
        self.end_copying(slot, wanted=False)

    def withdraw(self, slot: Slot) -> None:
        if slot in self.ready:
            self.ready.remove(slot)

    def _tell_death(self, slot: LiveSlot) -> None:
        """An episode has ended while it rested: whoever asks something of it next is told."""
        slot.read_raw("stderr")
        stderr = slot.raw["stderr"].text()[-_LAST_WORDS:]
        verdict = self.end_of(slot)[0] or verdicts.SLOT_DIED
        if slot.request is not None:
            self._refuse(slot.request, verdict, stderr)
        elif slot.episode is not None and self.episodes.get(slot.episode) is slot:
            waiting = self.turns.pop(slot.episode, None)
            if waiting is not None:
                self._refuse(waiting, verdict, stderr)
                return
            self.deaths[slot.episode] = verdict, stderr
            if len(self.deaths) > _MOST_DEATHS:
                self.deaths.popitem(last=False)

    def lose(self, message: str) -> list[int]:
        self.draining, self._gave_up = self.draining or message, True  # nothing is begun any more
        for slot in list(self.slots.values()):
            if slot.state is State.BUSY:
                self.on_results(slot)
            if slot.current_call is not None:
                self.asked.pop(slot.current_call, None)
                lost = verdicts.result(slot.current_call, verdicts.lost(message), started=slot.started)
                self.emit(slot.with_evidence(lost))
                slot.state = State.ENDING
        unstarted = [request.call for request in self.starts.values()]
        for call in unstarted:
            self.asked.pop(call, None)
        for request in list(self.asked.values()):
            self._refuse(request, verdicts.lost(message))
        self.starts.clear()
        self.turns.clear()
        self.close()
        return unstarted

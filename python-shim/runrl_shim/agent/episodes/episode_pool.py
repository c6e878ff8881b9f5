"""The pool of live episodes: requests in, answers out, so many at a time, a deadline for each."""

from __future__ import annotations

from time import monotonic

from runrl_shim.agent.calls.deadlines import Deadlines
from runrl_shim.agent.calls.result_reader import ResultReader
from runrl_shim.agent.episodes.episode_requests import Request, parse
from runrl_shim.agent.episodes.families import Families
from runrl_shim.agent.episodes.live_slot import LiveSlot
from runrl_shim.agent.episodes.waiting_requests import Deaths, WaitingRequests
from runrl_shim.agent.limits.watch_resting import RestingWatch
from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.outcomes.results import completed
from runrl_shim.agent.slots.keeper import SlotKeeper
from runrl_shim.agent.slots.peek import peek_at_slots
from runrl_shim.agent.slots.slot import State
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.outcomes.verdicts import Verdict
    from runrl_shim.agent.sandbox.process import SandboxProcess
    from runrl_shim.agent.slots.pools import Emit, GiveUp, HandOver, RunningCalls
    from runrl_shim.wire.protocol import AgentSpec

_WORTH_GATHERING = 8
_REST_STREAMING = 0.0003  # seconds; many answers then travel together
_LAST_WORDS = 4000  # characters of what was written last that are kept


class EpisodePool:
    """Gives requests to episodes. Of one episode the host has at most one under way, beside its end.

    Whatever the host sends, each request gets one answer. Nothing here looks at all episodes for the sake of one.
    """

    def __init__(self, loop: Loop, spec: AgentSpec, process: SandboxProcess, emit: Emit, give_up: GiveUp) -> None:
        self.emit = emit
        self.timeout = spec["timeout_ms"] / 1e3
        self.setup_timeout = spec["setup_timeout_ms"] / 1e3
        self.concurrency = spec["concurrency"]
        self.spares = spec["spares"]
        self.ready: list[LiveSlot] = []
        self.busy = 0
        self.hand_over: HandOver = lambda calls: None
        self.keeper = SlotKeeper[LiveSlot](loop, spec, process, self, give_up)
        self.keeper.life = self.families = Families(self.keeper, emit)
        self.reader = ResultReader[LiveSlot](self.keeper, spec["module"], emit, self)
        self.deadlines = Deadlines(self.keeper)
        self.on_raw_output = self.deadlines.on_raw_output
        self.episodes: dict[int, LiveSlot] = {}
        self.requests = WaitingRequests()
        self.deaths = Deaths()
        self.resting = RestingWatch(self.keeper, self.episodes, spec)

    def learn(self, *, fresh_only: bool, runs_code: bool) -> None:
        """Each episode has a process of its own, and whatever it runs is its own."""

    def submit(self, block: bytes) -> None:
        for request in parse(block):
            if request.op == wire.EPISODE_CLOSE:
                self._close_episode(request)
                continue
            self.requests.asked[request.call] = request
            if request.op == wire.EPISODE_START:
                if self._is_known(request.episode):
                    self._refuse(request, verdicts.EPISODE_KNOWN)
                else:
                    self.requests.add(request)
            else:
                self._queue(request)
        self.dispatch()

    def _is_known(self, episode: int) -> bool:
        return episode in self.episodes or episode in self.requests.starts

    def _queue(self, request: Request) -> None:
        slot = self.episodes.get(request.episode)
        if slot is None:
            verdict, stderr = self.deaths.take(request.episode)
            self._refuse(request, verdict, stderr)
        elif slot.request is not None or request.episode in self.requests.turns:
            self._refuse(request, verdicts.EPISODE_BUSY)
        else:
            self.requests.add(request)

    def _refuse(self, request: Request, verdict: Verdict, stderr: str = "", word: str = "episode") -> None:
        """Answers what was never begun."""
        self.requests.asked.pop(request.call, None)
        self.emit(verdicts.result(request.call, verdict, started=monotonic(), stderr=stderr, what=word))

    def _close_episode(self, request: Request) -> None:
        slot = self.episodes.pop(request.episode, None)
        self.deaths.take(request.episode)
        waiting = self.requests.take_back(request.episode)
        if waiting is not None:
            self._refuse(waiting, verdicts.CANCELLED, word=waiting.word)
        if slot is None:
            self.emit(result_frame(request.call, wire.STATUS_OK))
        else:
            slot.closing = request.call
            self.keeper.kill(slot, verdicts.CANCELLED)

    def cancel(self, call: int) -> None:
        request = self.requests.asked.get(call)
        if request is None:
            return
        slot = self.episodes.get(request.episode)
        if self.requests.holds(request):
            self.requests.begin(request)
            self._refuse(request, verdicts.CANCELLED, word=request.word)
            if slot is not None and request.op != wire.EPISODE_START:
                self._forget(slot)
                self.keeper.kill(slot, verdicts.CANCELLED)
        elif slot is not None and slot.request is request:
            self.keeper.kill(slot, verdicts.CANCELLED)

    def dispatch(self) -> None:
        if self.keeper.draining:
            self.keeper.drain(self.busy)
            return
        while self.busy < self.concurrency and (request := self.requests.next(can_start=bool(self.ready))) is not None:
            if request.op != wire.EPISODE_START:
                self.requests.begin(request)
                self._begin(self.episodes[request.episode], request)
                continue
            slot = self.ready.pop()
            if not slot.killed:  # the others are on their way out
                self.requests.begin(request)
                slot.episode = request.episode
                self.families.unassigned.discard(slot)
                self.episodes[request.episode] = slot
                self.resting.begin()
                self.keeper.idle_deaths = 0
                self._begin(slot, request)
        assigned = len(self.keeper.slots) - len(self.families.unassigned)
        self.keeper.add_slots(assigned + len(self.requests.starts) + self.spares)

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
            self.families.begin_copy(slot, request)
        else:
            slot.begin(request.batch)
        slot.cpu_ns = used  # of all that it did so far
        if slot.unsent:
            self.keeper.flush(slot)
        self.deadlines.begin(slot, self.setup_timeout if request.op == wire.EPISODE_START else self.timeout)

    def _cannot_copy(self, request: Request) -> Verdict | None:
        if self._is_known(request.copy):
            return verdicts.EPISODE_KNOWN
        return None if len(self.keeper.slots) < self.keeper.requests.most_slots else verdicts.NO_DESCRIPTORS

    @property
    def rest(self) -> float:
        return _REST_STREAMING if self.busy > _WORTH_GATHERING else 0.0

    def running(self, limit: int, answer: Callable[[RunningCalls], None]) -> None:
        peek_at_slots(self.keeper.loop, self.keeper.slots.values(), limit, answer)

    def is_busy(self, slot: LiveSlot) -> bool:
        return slot.state is State.BUSY

    def on_ready(self, slot: LiveSlot) -> None:
        if slot.killed:
            return
        slot.state = State.READY
        slot.batch = slot.request = None
        # It may be faster than the zygote's word of its process, without which no copy of it can be found.
        if slot.episode is None and slot.pidfd is not None:
            self.ready.append(slot)
        self.dispatch()

    def on_results(self, slot: LiveSlot) -> None:
        self.reader.read(slot)
        # Of many that rest, each could have the agent keep the start of a long frame for as long as it lives.
        if slot.state is State.READY and len(slot.partial) > wire.RESULT_FRAME.size:
            self.keeper.kill(slot, verdicts.BROKE_PROTOCOL)

    def takes_word(self, slot: LiveSlot, word: int, call: int) -> bool:
        if word == wire.WORKER_BRANCHED:
            return self.families.on_branched(slot, call)
        return slot.state is State.ENDING  # what comes after the end is not believed anyway

    def completed(self, slot: LiveSlot, frame: bytes, status: int, flags: int) -> bytes:
        frame = completed(slot, frame, flags)
        request = slot.request
        if request is None:
            return frame
        self.requests.asked.pop(request.call, None)
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
        copy = self.families.end_copying(slot, wanted=wanted)
        if copy is not None:
            self.episodes[request.copy] = copy
        return copy is not None

    def goes_on(self, slot: LiveSlot, flags: int) -> bool:
        if flags & wire.RESULT_RETIRES or not slot.believes:
            self.busy -= 1
            slot.batch = slot.request = None
            slot.state = State.ENDING
            self._forget(slot)
            self.keeper.kill(slot, None)
            self.dispatch()
            return False
        if flags & wire.RESULT_WAITS:
            slot.answer(wire.BATCH_GO)
        return True

    def on_served(self, slot: LiveSlot) -> None:
        self.busy -= 1
        self.on_ready(slot)

    def _forget(self, slot: LiveSlot) -> None:
        """No request reaches the episode any more."""
        if slot.episode is not None and self.episodes.get(slot.episode) is slot:
            del self.episodes[slot.episode]

    # --- ends --------------------------------------------------------------------------------------------

    def on_slot_gone(self, slot: LiveSlot) -> None:
        if slot.state is State.BUSY:
            if slot.request is not None:
                self.requests.asked.pop(slot.request.call, None)
            verdict, cpu_ns, max_rss = self.keeper.end_of(slot)
            word = "episode" if slot.request is None else slot.request.word
            self.reader.conclude(slot, verdict or verdicts.SLOT_DIED, cpu_ns, max_rss, word)
            slot.batch = None  # a step cannot be taken by another
            slot.state = State.ENDING
            self.busy -= 1
            self.dispatch()
        elif slot.state is State.READY and slot.episode is None:
            self.withdraw(slot)
            self.keeper.count_idle_death(slot, slot.exit_code or 0)
        elif slot.state is State.READY:
            self._tell_death(slot)
        self._forget(slot)
        self.families.end_copying(slot, wanted=False)

    def withdraw(self, slot: LiveSlot) -> None:
        if slot in self.ready:
            self.ready.remove(slot)

    def _tell_death(self, slot: LiveSlot) -> None:
        """An episode has ended while it rested: whoever asks something of it next is told."""
        slot.read_raw("stderr")
        stderr = slot.raw["stderr"].text()[-_LAST_WORDS:]
        verdict = self.keeper.end_of(slot)[0] or verdicts.SLOT_DIED
        if slot.request is not None:
            self._refuse(slot.request, verdict, stderr)
        elif slot.episode is not None and self.episodes.get(slot.episode) is slot:
            waiting = self.requests.turns.pop(slot.episode, None)
            if waiting is not None:
                self._refuse(waiting, verdict, stderr)
                return
            self.deaths.add(slot.episode, verdict, stderr)

    def lose(self, message: str) -> list[int]:
        self.keeper.draining = self.keeper.draining or message  # nothing is begun any more
        self.keeper.has_given_up = True
        for slot in list(self.keeper.slots.values()):
            if slot.state is State.BUSY:
                self.on_results(slot)
            if slot.current_call is not None:
                self.requests.asked.pop(slot.current_call, None)
                self.reader.lose(slot, message)
                slot.state = State.ENDING
        unstarted = self.requests.lose()
        for request in list(self.requests.asked.values()):
            self._refuse(request, verdicts.lost(message))
        self.keeper.close()
        return unstarted

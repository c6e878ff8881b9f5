"""The pool of workers that serve one call at a time: batches in, results out, a deadline for every call."""

from __future__ import annotations

from collections import deque

from runrl_shim.agent.calls.deadlines import Deadlines
from runrl_shim.agent.calls.result_reader import ResultReader
from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.outcomes.results import completed
from runrl_shim.agent.slots.batch import Batch
from runrl_shim.agent.slots.keeper import SlotKeeper
from runrl_shim.agent.slots.own_init import OwnInit
from runrl_shim.agent.slots.peek import peek_at_slots
from runrl_shim.agent.slots.slot import Slot, State
from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.sandbox.process import SandboxProcess
    from runrl_shim.agent.slots.pools import Emit, GiveUp, HandOver, RunningCalls
    from runrl_shim.wire.protocol import AgentSpec

_WORTH_GATHERING = 8
_REST_STREAMING = 0.0003  # much less than a batch lasts
_REST_ONE_BY_ONE = 0.001  # about what the forks take, of which some are always ahead


class Pool:
    """Gives batches to workers that serve one call at a time, on their main thread."""

    def __init__(self, loop: Loop, spec: AgentSpec, process: SandboxProcess, emit: Emit, give_up: GiveUp) -> None:
        reuse = spec["module"]["reuse"]
        self.emit = emit
        self.timeout = spec["timeout_ms"] / 1e3
        self.concurrency = spec["concurrency"]
        self.spares, self.one_by_one = spec["spares"], reuse == "never"
        self.counts_threads = reuse == "auto"
        self.singles = self.one_by_one
        self.queue: deque[Batch] = deque()
        self.ready: list[Slot] = []
        self.busy = 0
        self.hand_over: HandOver = lambda calls: None
        self.keeper = SlotKeeper[Slot](loop, spec, process, self, give_up)
        self.keeper.life = OwnInit(self.keeper, self.on_worker_ended)
        self.reader = ResultReader[Slot](self.keeper, spec["module"], emit, self)
        self.reader.one_by_one = self.one_by_one
        self.deadlines = Deadlines(self.keeper, self.steal)

    def learn(self, *, fresh_only: bool, runs_code: bool) -> None:
        if fresh_only and not self.one_by_one:
            self.one_by_one, self.counts_threads = True, False
            self.reader.one_by_one = True
            self.spares = self.concurrency + 1
        # What is executed could read the fields of rows that come after its own.
        self.singles = self.one_by_one or runs_code

    # --- calls in ----------------------------------------------------------------------------------------

    def submit(self, block: bytes) -> None:
        batch = Batch.parse(block)
        self.queue.extend(batch.singles() if self.singles else (batch,))
        self.dispatch()

    def cancel(self, call: int) -> None:
        for slot in self.keeper.slots.values():
            if slot.current_call == call:
                return self.keeper.kill(slot, verdicts.CANCELLED)
            if slot.batch is not None and slot.batch.holds(call, slot.position + 1):
                self._take_back(slot)
                break
        for index, batch in enumerate(self.queue):
            if batch.holds(call):
                rest = batch.without(call)
                if rest is None:
                    del self.queue[index]
                else:
                    self.queue[index] = rest
                self.emit(verdicts.unstarted(call, verdicts.CANCELLED))
                break
        return self.dispatch()  # not before: a worker that is free would begin the call

    def dispatch(self) -> None:
        if self.keeper.draining:
            return self.keeper.drain(self.busy)
        while self.queue and self.ready and self.busy < self.concurrency:
            slot = self.ready.pop()
            self.keeper.idle_deaths = 0
            self.busy += 1
            batch = self.queue.popleft()
            self.hand_over(batch.calls)
            slot.begin(batch)
            if slot.unsent:
                self.keeper.flush(slot)
            self.deadlines.begin(slot, self.timeout)
        return self.keeper.add_slots(min(self.concurrency, self.busy + len(self.queue)) + self.spares)

    def steal(self, slot: Slot) -> None:
        """Gives the calls that wait behind a slow one to other workers; its own asks before it would start them."""
        if self._take_back(slot):
            self.dispatch()

    def _take_back(self, slot: Slot) -> bool:
        rest = slot.batch.rest(slot.position + 1) if slot.batch is not None and not slot.stolen else None
        if slot.batch is None or rest is None:
            return False
        slot.batch = Batch(slot.batch.block, slot.batch.calls[: slot.position + 1])
        slot.stolen = True
        self.queue.appendleft(rest)
        return True

    def lose(self, message: str) -> list[int]:
        for slot in list(self.keeper.slots.values()):
            if slot.state is not State.BUSY or slot.batch is None:
                continue
            self.on_results(slot)
            rest = slot.batch.rest(slot.position + 1) if slot.batch is not None else None
            self.reader.lose(slot, message)
            if rest is not None:
                self.queue.append(rest)
        unstarted = [call for batch in self.queue for call, _, _ in batch.calls]
        self.queue.clear()
        self.keeper.close()
        return unstarted

    def running(self, limit: int, answer: Callable[[RunningCalls], None]) -> None:
        peek_at_slots(self.keeper.loop, self.keeper.slots.values(), limit, answer)

    @property
    def rest(self) -> float:
        if self.one_by_one:
            return _REST_ONE_BY_ONE if len(self.queue) > self.concurrency else 0.0
        batches = ((slot.batch, slot.position) for slot in self.keeper.slots.values())
        gathers = any(batch is not None and len(batch.calls) - done > _WORTH_GATHERING for batch, done in batches)
        return _REST_STREAMING if gathers else 0.0

    def is_busy(self, slot: Slot) -> bool:
        return slot.state is State.BUSY

    # --- results -----------------------------------------------------------------------------------------

    def on_ready(self, slot: Slot) -> None:
        slot.state, slot.batch = State.READY, None
        # A worker that has served is asked before one that has not: under `always` it is the one that counts.
        self.ready.insert(0 if slot.fresh else len(self.ready), slot)
        self.dispatch()

    def on_results(self, slot: Slot) -> None:
        self.reader.read(slot)

    def takes_word(self, slot: Slot, _word: int, _call: int) -> bool:
        return slot.state is State.ENDING  # what comes after the end is not believed anyway

    def completed(self, slot: Slot, frame: bytes, _status: int, flags: int) -> bytes:
        return completed(slot, frame, flags)

    def on_served(self, slot: Slot) -> None:
        self.busy -= 1
        if self.counts_threads and slot.has_company():
            slot.batch, slot.state = None, State.ENDING
            self.keeper.kill(slot, None)  # what runs in it would meet the next batch
        else:
            self.on_ready(slot)

    def goes_on(self, slot: Slot, flags: int) -> bool:
        # Under `never` each worker serves one call, whatever it says of itself.
        if flags & wire.RESULT_RETIRES or not slot.believes or self.one_by_one:
            self._give_back(slot, slot.position)
            self.busy -= 1
            slot.state = State.ENDING
            slot.believes = False
            if flags & wire.RESULT_RETIRES or self.one_by_one:
                self.deadlines.end(slot)
            else:
                self.keeper.kill(slot, None)  # its init may think as it does that it goes on
            self.dispatch()
            return False
        if flags & wire.RESULT_WAITS:
            slot.answer(wire.BATCH_STOP if slot.stolen else wire.BATCH_GO)
        elif slot.stolen:
            # It was descheduled between its clock and our theft, and has begun a call that is another's now.
            self.keeper.kill(slot, None)
            return False
        return True

    # --- ends --------------------------------------------------------------------------------------------

    def on_worker_ended(self, slot: Slot, code: int, clean: int, cpu_ns: int, max_rss: int) -> None:
        if slot.state is State.BUSY:
            verdict = slot.verdict or verdicts.ended(code)
            self._conclude(slot, verdict, max(0, cpu_ns - max(0, slot.cpu_ns)), max_rss)
        elif slot.state is State.READY:
            self.keeper.count_idle_death(slot, code)
        slot.drain_socket()
        slot.drain_raw()
        slot.reset()
        if not clean:  # files are left in it: the init ends the slot
            self.withdraw(slot)
            slot.state = State.ENDING
            self.deadlines.end(slot)
        elif slot.state is State.ENDING and not slot.killed:
            self.keeper.on_next_worker(slot)

    def on_slot_gone(self, slot: Slot) -> None:
        if slot.state is State.BUSY:
            self._conclude(slot, *self.keeper.end_of(slot))
        elif slot.state is State.READY:
            self.withdraw(slot)
            self.keeper.count_idle_death(slot, slot.exit_code or 0)

    def withdraw(self, slot: Slot) -> None:
        self.ready = [each for each in self.ready if each is not slot]

    def _conclude(self, slot: Slot, verdict: verdicts.Verdict | None, cpu_ns: int, max_rss: int) -> None:
        """Ends the call that a worker or slot ended in, and gives the rest back."""
        self.reader.conclude(slot, verdict, cpu_ns, max_rss, "call")
        self._give_back(slot, slot.position if verdict is None else slot.position + 1)
        self.busy -= 1
        slot.state = State.ENDING
        self.dispatch()

    def _give_back(self, slot: Slot, position: int) -> None:
        """Puts the calls from `position` on back to the head of the queue."""
        batch, slot.batch = slot.batch, None
        if batch is not None and (rest := batch.rest(position)) is not None:
            self.queue.appendleft(rest)

    def on_raw_output(self, slot: Slot) -> None:
        self.deadlines.on_raw_output(slot)

"""The pool of workers that serve one call at a time: batches in, results out, a deadline for every call."""

from __future__ import annotations

from collections import deque
from time import monotonic

from runrl_shim.agent import verdicts
from runrl_shim.agent.batch import Batch
from runrl_shim.agent.deadlines import Deadlines
from runrl_shim.agent.keeper import SlotKeeper
from runrl_shim.agent.peek import end_peek, peek_at
from runrl_shim.agent.results import ATTENTION, NOT_ITS_OWN, RESULT_HEAD, completed, walk_plain_results
from runrl_shim.agent.slot import Slot, State
from runrl_shim.agent.stacks import is_complete, user_stack
from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runrl_shim.agent.call_pool import RunningCalls

_WORTH_GATHERING = 8
_REST_STREAMING = 0.0003  # much less than a batch lasts
_REST_ONE_BY_ONE = 0.001  # about what the forks take, of which some are always ahead


class Pool(SlotKeeper):
    """Slots whose workers serve one call at a time, on their main thread."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        spec = arguments[1]
        reuse = spec["module"]["reuse"]
        self.spares, self.one_by_one = spec["spares"], reuse == "never"
        self.counts_threads = reuse == "auto"
        self.singles = self.one_by_one
        self.queue: deque[Batch] = deque()
        self.ready: list[Slot] = []
        self.busy = 0
        self.deadlines = Deadlines(self)

    def learn(self, *, fresh_only: bool, runs_code: bool) -> None:
        if fresh_only and not self.one_by_one:
            self.one_by_one, self.counts_threads = True, False
            self.spares = self.concurrency + 1
        # What is executed could read the fields of rows that come after its own.
        self.singles = self.one_by_one or runs_code

    # --- calls in ----------------------------------------------------------------------------------------

    def submit(self, block: bytes) -> None:
        batch = Batch.parse(block)
        self.queue.extend(batch.singles() if self.singles else (batch,))
        self.dispatch()

    def cancel(self, call: int) -> None:
        for slot in self.slots.values():
            if slot.current_call == call:
                return self.kill(slot, verdicts.CANCELLED)
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
        if self.draining:
            return self.drain(self.busy)
        while self.queue and self.ready and self.busy < self.concurrency:
            slot = self.ready.pop()
            self.idle_deaths = 0
            self.busy += 1
            batch = self.queue.popleft()
            self.hand_over(batch.calls)
            slot.begin(batch)
            if slot.unsent:
                self.flush(slot)
            self.deadlines.begin(slot, self.timeout)
        return self.add_slots(min(self.concurrency, self.busy + len(self.queue)) + self.spares)

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
        for slot in list(self.slots.values()):
            if slot.state is not State.BUSY or slot.batch is None:
                continue
            self.on_results(slot)
            rest = slot.batch.rest(slot.position + 1) if slot.batch is not None else None
            if slot.current_call is not None:
                lost = verdicts.result(slot.current_call, verdicts.lost(message), started=slot.started)
                self.emit(slot.with_evidence(lost))
            if rest is not None:
                self.queue.append(rest)
        unstarted = [call for batch in self.queue for call, _, _ in batch.calls]
        self.queue.clear()
        self.close()
        return unstarted

    def running(self, limit: int, answer: Callable[[RunningCalls], None]) -> None:
        slots = [slot for slot in self.slots.values() if slot.current_call is not None and not slot.killed]
        slots.sort(key=lambda slot: slot.started)
        peek_at(self.loop, [(slot, slot.current_call or 0, slot.started) for slot in slots[:limit]], answer)

    @property
    def rest(self) -> float:
        if self.one_by_one:
            return _REST_ONE_BY_ONE if len(self.queue) > self.concurrency else 0.0
        batches = ((slot.batch, slot.position) for slot in self.slots.values())
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
        data = slot.receive()
        if data is None:
            return self.loop.forget(slot.socket.fileno())
        position = slot.position
        begin, offset, end = 0, 0 if self.one_by_one else walk_plain_results(slot, data), len(data)
        while end - offset >= wire.RESULT_FRAME.size:
            size, call, status, flags, _reward, _started, _duration, cpu_ns = RESULT_HEAD(data, offset)
            if size < wire.RESULT_FRAME.size or size > self.max_result:
                return self._broke_protocol(slot, data[begin:offset])
            if offset + size > end:
                break
            if status >= wire.WORKER_READY:
                self._emit(data[begin:offset])
                begin = offset + size
                if not self._takes_word(slot, status, call, data[offset:begin]):
                    return self._broke_protocol(slot, b"")
            elif NOT_ITS_OWN[status] or not slot.may_answer(call):
                return self._broke_protocol(slot, data[begin:offset])
            else:
                slot.position += 1
                slot.fresh = False
                slot.cpu_ns += cpu_ns
                if flags & ATTENTION or slot.is_special or self.one_by_one:
                    self._emit(data[begin:offset])
                    begin = offset + size
                    self._emit(slot.with_evidence(self._completed(slot, data[offset:begin], status, flags)))
                    if not self._goes_on(slot, flags):
                        return None
            offset += size
        self._emit(data[begin:offset])
        if offset < end:
            slot.keep(data[offset:])
        if slot.position != position and slot.state is State.BUSY:  # words of the call that runs give it no more time
            slot.started = monotonic()  # the next call has begun at about the time the last result came
            slot.dump_asked = False
            if slot.batch is not None and slot.position >= len(slot.batch.calls):
                self.busy -= 1
                if self.counts_threads and slot.has_company():
                    slot.batch, slot.state = None, State.ENDING
                    return self.kill(slot, None)  # what runs in it would meet the next batch
                self.on_ready(slot)
        return None

    def _emit(self, frames: bytes) -> None:
        if frames:
            self.emit(frames)

    def _takes_word(self, slot: Slot, word: int, call: int, frame: bytes) -> bool:
        """Acts on a word of a worker. False: it is none, or not one to be said now."""
        if slot.words.too_many(slot.current_call):
            return False
        if word == wire.WORKER_READY:
            self.on_imported(slot)
        elif word == wire.WORKER_EVIDENCE:
            return slot.note_evidence(call, frame)
        elif word == wire.WORKER_TRACE and slot.current_call is not None:
            slot.believes = False
            slot.traced_at = slot.position
        else:
            return slot.state is State.ENDING  # what comes after the end is not believed anyway
        return True

    def _goes_on(self, slot: Slot, flags: int) -> bool:
        """Acts on a result that is not the plain one. False: nothing more is read from this worker."""
        # Under `never` each worker serves one call, whatever it says of itself.
        if flags & wire.RESULT_RETIRES or not slot.believes or self.one_by_one:
            self._give_back(slot, slot.position)
            self.busy -= 1
            slot.state = State.ENDING
            slot.believes = False
            self.deadlines.end(slot)
            self.dispatch()
            return False
        if flags & wire.RESULT_WAITS:
            slot.answer(wire.BATCH_STOP if slot.stolen else wire.BATCH_GO)
        elif slot.stolen:
            # It was descheduled between its clock and our theft, and has begun a call that is another's now.
            self.kill(slot, None)
            return False
        return True

    def _broke_protocol(self, slot: Slot, frames: bytes) -> None:
        """The worker answered for a call that is not its own, or with bytes that are no result."""
        self._emit(frames)
        self.kill(slot, verdicts.BROKE_PROTOCOL)

    def _completed(self, slot: Slot, frame: bytes, _status: int, flags: int) -> bytes:
        return completed(slot, frame, flags)

    # --- ends --------------------------------------------------------------------------------------------

    def on_worker_ended(self, slot: Slot, code: int, clean: int, cpu_ns: int, max_rss: int) -> None:
        if slot.state is State.BUSY:
            verdict = slot.verdict or verdicts.ended(code)
            self._conclude(slot, verdict, max(0, cpu_ns - max(0, slot.cpu_ns)), max_rss)
        elif slot.state is State.READY:
            self.count_idle_death(slot, code)
        slot.drain_socket()
        slot.drain_raw()
        slot.reset()
        if not clean:  # files are left in it: the init ends the slot
            self.withdraw(slot)
            slot.state = State.ENDING
            self.deadlines.end(slot)
        elif slot.state is State.ENDING and not slot.killed:
            self.on_next_worker(slot)

    def on_slot_gone(self, slot: Slot) -> None:
        if slot.state is State.BUSY:
            self._conclude(slot, *self.end_of(slot))
        elif slot.state is State.READY:
            self.withdraw(slot)
            self.count_idle_death(slot, slot.exit_code or 0)

    def withdraw(self, slot: Slot) -> None:
        self.ready = [each for each in self.ready if each is not slot]

    def _conclude(self, slot: Slot, verdict: verdicts.Verdict | None, cpu_ns: int, max_rss: int) -> None:
        """Makes the result of the call that a worker or slot ended in, and gives the rest back."""
        call = slot.current_call
        slot.read_raw("stdout")
        slot.read_raw("stderr")
        stdout, stderr, dump = slot.take_raw(with_dump=True)
        if call is not None and verdict is not None:
            result = verdicts.result(
                call,
                verdict,
                started=slot.started,
                fresh=slot.fresh,
                cpu_ns=cpu_ns,
                max_rss=max_rss,
                stack=user_stack(dump),
                stdout=stdout,
                stderr=stderr,
                what=self.what_runs(slot),
            )
            self.emit(slot.with_evidence(result))
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
        if slot.onlookers and is_complete(slot.dump_text()):
            end_peek(slot)
        elif slot.dump_asked:
            self.deadlines.check(slot)

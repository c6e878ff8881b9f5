"""The pool of `reuse: shared`: one worker that serves many calls at a time, on threads.

A call that passes its deadline costs the worker, and with it the calls that run beside it: they are `lost`.
"""

from __future__ import annotations

from collections import deque
from struct import Struct
from time import monotonic

from runrl_shim.agent.calls.deadlines import DUMP_GRACE
from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.outcomes.evidence import Evidence
from runrl_shim.agent.outcomes.results import NOT_ITS_OWN, largest_result
from runrl_shim.agent.outcomes.stacks import is_complete, user_stack
from runrl_shim.agent.overdue import Overdue
from runrl_shim.agent.slots.batch import Batch
from runrl_shim.agent.slots.keeper import SlotKeeper
from runrl_shim.agent.slots.own_init import OwnInit
from runrl_shim.agent.slots.peek import end_peek, peek_at
from runrl_shim.agent.slots.slot import Slot, State
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.signals import stack_asked_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.outcomes.verdicts import Verdict
    from runrl_shim.agent.sandbox.process import SandboxProcess
    from runrl_shim.agent.slots.pools import Emit, GiveUp, HandOver, RunningCalls
    from runrl_shim.wire.protocol import AgentSpec

_RESULT_HEAD = Struct("<IIB").unpack_from


class SharedPool:
    """One slot; calls that run are known by number, and may end in any order."""

    rest = 0.0  # seconds between rounds

    def __init__(self, loop: Loop, spec: AgentSpec, process: SandboxProcess, emit: Emit, give_up: GiveUp) -> None:
        self.loop = loop
        self.emit = emit
        self.timeout = spec["timeout_ms"] / 1e3
        self.concurrency = spec["concurrency"]
        self.max_result = largest_result(spec["module"])
        self.hand_over: HandOver = lambda calls: None
        self.keeper = SlotKeeper[Slot](loop, spec, process, self, give_up)
        self.keeper.life = OwnInit(self.keeper, self.on_worker_ended)
        self._dump_before = stack_asked_before(self.timeout)
        self._nearly_due = Overdue(self.loop, self.timeout - self._dump_before, self._ask)
        self.queue: deque[Batch] = deque()
        self.slot: Slot | None = None
        self.started: dict[int, float] = {}
        self.asked: set[int] = set()  # calls that run, and for whose stack the worker was asked
        self.abandoned: set[int] = set()  # cancelled, but still running on a thread
        self.evidence: dict[int, Evidence] = {}
        self.is_tampered = False  # the worker gets no further call, and ends with those it has

    def learn(self, *, fresh_only: bool, runs_code: bool) -> None:
        """Its worker serves all calls whatever they do."""

    def submit(self, block: bytes) -> None:
        self.queue.extend(Batch.parse(block).singles())
        self.dispatch()

    def dispatch(self) -> None:
        if self.keeper.draining:
            self.keeper.drain(len(self.started))
            return
        self.keeper.add_slots(1)
        slot = self.slot
        if slot is None or slot.killed:
            return
        if self.is_tampered:
            if not self.started:
                self.keeper.kill(slot, None)
            return
        while self.queue and len(self.started) < self.concurrency:
            batch = self.queue.popleft()
            call = batch.calls[0][0]
            self.hand_over(batch.calls)
            slot.unsent.extend(memoryview(part) for part in batch.payload())
            self.keeper.flush(slot)
            self.keeper.idle_deaths = 0
            self.started[call] = monotonic()
            self.keeper.watch.add(slot)
            self._nearly_due.begin(call)

    def cancel(self, call: int) -> None:
        if call in self.started:
            self.abandoned.add(call)
            self.emit(verdicts.result(call, verdicts.CANCELLED, started=self.started[call]))
        for index, batch in enumerate(self.queue):
            if batch.holds(call):
                del self.queue[index]
                return self.emit(verdicts.unstarted(call, verdicts.CANCELLED))
        return None

    def is_busy(self, slot: Slot) -> bool:
        return bool(self.started)

    def on_ready(self, slot: Slot) -> None:
        slot.state = State.READY
        self.slot = slot
        self.is_tampered = False
        self.dispatch()

    def on_results(self, slot: Slot) -> None:
        data = slot.receive()
        if data is None:
            return self.loop.forget(slot.socket.fileno())
        if slot.killed:
            return None  # for what it has broken, or what it has not done in time
        offset = 0
        while len(data) - offset >= wire.RESULT_FRAME.size:
            size, call, status = _RESULT_HEAD(data, offset)
            if size < wire.RESULT_FRAME.size or size > self.max_result:
                return self.keeper.kill(slot, verdicts.BROKE_PROTOCOL)
            if offset + size > len(data):
                break
            if status == wire.WORKER_READY and not slot.control_messages.exceeded(None):
                self.keeper.on_imported(slot)
            elif status == wire.WORKER_EVIDENCE:
                if not self._note_evidence(call, data[offset : offset + size]):
                    return self.keeper.kill(slot, verdicts.BROKE_PROTOCOL)
            elif NOT_ITS_OWN[status] or self.started.pop(call, None) is None:
                return self.keeper.kill(slot, verdicts.BROKE_PROTOCOL)
            else:
                self._nearly_due.done(call)
                if call in self.asked:
                    self._was_in_time(slot, call)
                slot.served += 1
                frame = self._with_evidence(call, data[offset : offset + size])
                if call in self.abandoned:
                    self.abandoned.discard(call)
                else:
                    self.emit(frame)
            offset += size
        if offset < len(data):
            slot.keep(data[offset:])
        self.dispatch()
        return None

    def _note_evidence(self, call: int, word: bytes) -> bool:
        if call not in self.started:
            return False
        evidence = self.evidence.setdefault(call, Evidence())
        known = evidence.add(word)
        self.is_tampered = self.is_tampered or evidence.tampering is not None
        return known

    def _with_evidence(self, call: int, frame: bytes) -> bytes:
        evidence = self.evidence.pop(call, None)
        return frame if evidence is None else evidence.attach(frame)

    def _ask(self, call: int) -> None:
        """Shortly before the deadline of a call that still runs."""
        slot, started = self.slot, self.started.get(call)
        if slot is None or slot.killed or started is None:
            return
        slot.raw["stderr"].cut_dump()  # of another that still runs
        slot.ask_for_dump()
        self.asked.add(call)
        # After this agent stood still, as well: the worker has the moment that is left as always.
        deadline = max(started + self.timeout, monotonic() + self._dump_before)
        self.loop.at(deadline + DUMP_GRACE, lambda: self._kill_overdue(slot, call))

    def _was_in_time(self, slot: Slot, call: int) -> None:
        """Drops its stack: the next call that the worker ends with would have it."""
        self.asked.discard(call)
        if not self.asked:
            slot.read_raw("stderr")
            slot.forget_dump()

    def _kill_overdue(self, slot: Slot, call: int) -> None:
        if slot.killed or slot.state is State.DEAD:
            return  # and its calls were told then
        self.on_results(slot)
        if call in self.started:
            self.keeper.kill(slot, verdicts.timeout(self.timeout))

    def on_worker_ended(self, slot: Slot, code: int, clean: int, cpu_ns: int, max_rss: int) -> None:
        if not self.started:
            self.keeper.count_idle_death(slot, code)
        self._end_running(slot, verdicts.ended(code), None)
        # The slot's next worker would find calls in the socket that were told as ended just now.
        self.slot = None
        self.keeper.kill(slot, None)

    def on_slot_gone(self, slot: Slot) -> None:
        overdue = [call for call, started in self.started.items() if started + self.timeout <= monotonic()]
        verdict = self.keeper.end_of(slot)[0] or verdicts.SLOT_DIED
        self._end_running(slot, verdict, overdue if verdict.status == wire.STATUS_TIMEOUT else None)
        self.slot = None

    def _end_running(self, slot: Slot, verdict: Verdict, guilty: list[int] | None) -> None:
        """Ends every running call: the guilty ones with the verdict, the others as lost (None: all guilty).

        Which of several threads took the worker down cannot be known when it crashes: each gets the crash.
        """
        slot.read_raw("stderr")
        _stdout, text, dump = slot.take_raw(with_dump=True)
        beside = verdicts.lost("another call that ran in the same worker (reuse: shared) was killed at its deadline")
        for call, started in self.started.items():
            if call not in self.abandoned:
                own = verdict if guilty is None or call in guilty else beside
                result = verdicts.result(call, own, started=started, stack=user_stack(dump), stderr=text)
                self.emit(self._with_evidence(call, result))
        self.started.clear()
        self.asked.clear()
        self.evidence.clear()
        self.abandoned.clear()

    def withdraw(self, slot: Slot) -> None:
        """It ends as soon as it is known how."""

    def on_raw_output(self, slot: Slot) -> None:
        if slot.onlookers and is_complete(slot.dump_text()):
            end_peek(slot)

    def running(self, limit: int, answer: Callable[[RunningCalls], None]) -> None:
        slot = self.slot
        calls = sorted(self.started.items(), key=lambda item: item[1])[:1] if slot and not slot.killed else []
        peek_at(self.loop, [(slot, *calls[0])] if slot and calls and limit else [], answer)

    def lose(self, message: str) -> list[int]:
        for slot in list(self.keeper.slots.values()):
            self._end_running(slot, verdicts.lost(message), None)
        unstarted = [batch.calls[0][0] for batch in self.queue]
        self.queue.clear()
        self.keeper.close()
        return unstarted

"""The processes of live episodes: how they begin, are copied, and end, alone or with the family of their copies.

An episode that was never branched is the first process of its slot, and the zygote tells how that ended. A member of a
family is a child of the family's first process, which tells it on the status pipe, and is ended when no member is left.
"""

from __future__ import annotations

import contextlib
import os
import signal
from time import monotonic

from runrl_shim.agent.episodes.kill_waves import Ends, Reaper, end_all
from runrl_shim.agent.episodes.live_slot import Family, LiveSlot, open_member
from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.slots.slot import State
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame
from runrl_shim.wire.signals import END_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.episodes.episode_requests import Request
    from runrl_shim.agent.slots.keeper import SlotKeeper

_WORD_WITHIN = 0.25  # seconds in which the first process of a family tells how a member has ended
_ENDS_WITHIN = 0.5  # seconds that one without a namespace has to end what is left of its family
_STATUSES = 64  # that are read at a time: a member may leave any number of orphans


class Families:
    """The life of slots that live as long as their episodes.

    Args:
        emit: takes the answers of those who wait for an end.
    """

    def __init__(self, keeper: SlotKeeper[LiveSlot], emit: Callable[[bytes], None]) -> None:
        self.keeper = keeper
        self.loop = keeper.loop
        self.process = keeper.process
        self.emit = emit
        self.families: dict[int, Family] = {}
        self.unassigned: set[LiveSlot] = set()  # spares, and those that are being made
        self.ends = Ends()
        self.reaper = Reaper(self.loop, self.process, keeper.give_way)

    def new_slot(self, number: int) -> LiveSlot:
        slot = LiveSlot(number, self.keeper.output_limit)
        self.families[number] = slot.family
        self.unassigned.add(slot)
        return slot

    def on_fork_failed(self, number: int) -> None:
        self.families[number].is_gone = True

    def on_forked(self, slot: LiveSlot) -> None:
        if slot.says and not self.take_process(slot):  # it was faster than the zygote
            self.keeper.kill(slot, verdicts.BROKE_PROTOCOL)
        elif slot.state is State.READY:
            self.keeper.owner.on_ready(slot)

    # --- members -----------------------------------------------------------------------------------------

    def on_branched(self, slot: LiveSlot, number: int) -> bool:
        """The worker says which process of its family it is. False: it is none, or has said so before."""
        if slot.says or not number:
            return False
        slot.says = number
        # What has no process yet is looked at when the zygote, or the original of a copy, has spoken.
        return slot.pidfd is None or self.take_process(slot)

    def take_process(self, slot: LiveSlot) -> bool:
        """Finds the process that the worker says it is, if that is a member which is not known yet."""
        family = slot.family
        number, slot.says = slot.says, 0
        steps_back = family.first is None and not slot.is_copy
        first = slot.pidfd if steps_back else family.first
        if not number or first is None or (slot.pidfd is not None and not steps_back) or number in family.numbers:
            return False
        pidfd = open_member(number, first)
        if pidfd is None:
            return False
        if steps_back:
            self.loop.forget(first)
            family.first = first
            self.loop.on_readable(first, lambda: self._on_first_ended(family))
            slot.cpu_ns = 0  # a new process, whose clock has just begun
        slot.pidfd = pidfd
        slot.number_inside = number
        family.numbers[number] = slot
        self.loop.on_readable(pidfd, lambda: self.on_init_ended(slot))
        if slot.killed:
            slot.signal(signal.SIGKILL)
        return True

    def begin_copy(self, slot: LiveSlot, request: Request) -> None:
        """Asks an episode for a copy of itself."""
        copy = LiveSlot(self.keeper.next_number(), self.keeper.output_limit, slot.family)
        copy.state, copy.fresh, copy.episode = State.READY, False, request.copy
        slot.copying = copy
        self.keeper.listen_to(copy)
        slot.begin_copy(request.batch, copy)

    def end_copying(self, slot: LiveSlot, *, wanted: bool) -> LiveSlot | None:
        """The original has answered, or is gone. A copy that was made has said so by then, or there is none."""
        copy, slot.copying = slot.copying, None
        if copy is None or copy.state is State.DEAD:
            return None
        self.keeper.owner.on_results(copy)
        if not self.take_process(copy):
            self.keeper.remove(copy)
            return None
        if copy.killed or not wanted:
            self.keeper.kill(copy, None)
            return None
        return copy

    # --- ends --------------------------------------------------------------------------------------------

    def begin_end(self, slot: LiveSlot) -> None:
        self.ends.begin(slot)

    def on_init_ended(self, slot: LiveSlot) -> None:
        """The process of an episode has ended."""
        assert slot.pidfd is not None
        self.loop.forget(slot.pidfd)
        slot.has_ended = True
        self.keeper.owner.withdraw(slot)
        if slot.family.first is None:
            self.reaper.begin(slot.family)  # and the zygote will tell
        elif slot.number_inside in slot.family.ended:
            self.keeper.on_dead(slot)
        else:  # what it has left is being killed; then the first process tells
            self.loop.at(monotonic() + _WORD_WITHIN, lambda: self.keeper.on_dead(slot))

    def on_status(self, slot: LiveSlot) -> None:
        """Something of how the members of a family end. Of orphans that they have left it is told, too."""
        family = slot.family
        try:
            data = os.read(family.status, _STATUSES * wire.MEMBER_STATUS.size) if family.status >= 0 else b""
        except BlockingIOError:
            return
        if not data:
            self.loop.forget(family.status)
            return
        whole = len(data) - len(data) % wire.MEMBER_STATUS.size
        for number, code, cpu_ns, max_rss in wire.MEMBER_STATUS.iter_unpack(data[:whole]):
            member = family.numbers.get(number)
            if member is not None:
                family.ended[number] = (code, max(0, cpu_ns), max_rss)
                if member.has_ended:
                    self.keeper.on_dead(member)

    def hear_out(self, slot: LiveSlot) -> None:
        for _ in range(2):  # the word of a step back is read by itself, whatever comes behind it
            if not slot.killed:
                self.keeper.owner.on_results(slot)  # what it finished before it ended
        slot.family.numbers.pop(slot.number_inside, None)
        told = slot.family.ended.pop(slot.number_inside, None)
        if told is not None:
            slot.exit_code, slot.used = told[0], told[1:]
        if not slot.killed:
            self.on_status(slot)

    def used(self, slot: LiveSlot) -> tuple[int | None, int, int]:
        return slot.exit_code, slot.used[0] - slot.cpu_ns, slot.used[1]

    def _on_first_ended(self, family: Family) -> None:
        if family.first is not None:
            self.loop.forget(family.first)
            self.reaper.begin(family)

    def on_slot_ended(self, number: int, code: int) -> None:
        """The zygote has buried the first process of a family."""
        self.reaper.done(number)
        family = self.families.pop(number, None)
        if family is None:
            return
        family.is_gone = True
        for slot in list(family.members):
            slot.exit_code = code if family.first is None else None
            self.keeper.on_dead(slot)
        self._forget_family(family)

    def forget(self, slot: LiveSlot) -> None:
        """Ends its family with the last member."""
        family = slot.family
        self.unassigned.discard(slot)
        family.members.discard(slot)
        family.numbers.pop(slot.number_inside, None)
        family.ended.pop(slot.number_inside, None)
        if not family.members:
            self._end_family(family)
        if slot.closing is not None:
            if family.members or family.is_gone:
                self.emit(result_frame(slot.closing, wire.STATUS_OK))
            else:
                family.waiting.append(slot.closing)
        self.ends.done(slot)

    def _end_family(self, family: Family) -> None:
        if family.first is not None:
            self.ends.follow(family)
            _signal_first(family, END_SIGNAL if self.keeper.inits_end else signal.SIGKILL)
            if self.keeper.inits_end:
                self.loop.at(monotonic() + _ENDS_WITHIN, lambda: _signal_first(family, signal.SIGKILL))
        elif family.is_gone and self.families.pop(family.number, None) is not None:
            self._forget_family(family)

    def _forget_family(self, family: Family) -> None:
        for descriptor in (family.status, family.first):
            if descriptor is not None and descriptor >= 0:
                self.loop.forget(descriptor)
                os.close(descriptor)
        family.status, family.first = -1, None
        if self.process.cgroup is not None:
            self.process.cgroup.remove_slot(family.number)
        for call in family.waiting:
            self.emit(result_frame(call, wire.STATUS_OK))
        family.waiting.clear()
        self.ends.done(family)

    def close(self) -> None:
        """Ends everything, a wave at a time, and gives the descriptors back."""
        self.ends.stop()
        end_all(self.process, self.keeper.slots.values(), self.families.values())
        for slot in list(self.keeper.slots.values()):
            self.keeper.remove(slot)
        for family in list(self.families.values()):
            self._forget_family(family)
        self.families.clear()


def _signal_first(family: Family, number: int) -> None:
    if family.first is not None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(family.first, number)

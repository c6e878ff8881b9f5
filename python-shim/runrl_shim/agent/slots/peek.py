"""Looks at running calls: asks their workers for a stack and lets them go on."""

from __future__ import annotations

from time import monotonic

from runrl_shim.agent.outcomes.stacks import user_stack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.slots.pools import RunningCalls
    from runrl_shim.agent.slots.slot import Slot

_WITHIN = 0.1


def peek_at(loop: Loop, calls: Sequence[tuple[Slot, int, float]], answer: Callable[[RunningCalls], None]) -> None:
    """Answers once, within 0.1 s, with call, seconds so far, and stack (None where none came)."""
    found: RunningCalls = []
    if not calls:
        answer(found)

    def look(slot: Slot, call: int, started: float) -> None:
        def seen(stack: str | None) -> None:
            found.append((call, monotonic() - started, stack))
            if len(found) == len(calls):
                answer(found)

        slot.onlookers.append(seen)
        if len(slot.onlookers) == 1:
            slot.ask_for_dump()
            loop.at(monotonic() + _WITHIN, lambda: end_peek(slot))

    for entry in calls:
        look(*entry)


def peek_at_slots(loop: Loop, all_slots: Iterable[Slot], limit: int, answer: Callable[[RunningCalls], None]) -> None:
    """Looks at the calls that run longest, in slots that serve one at a time."""
    slots = [slot for slot in all_slots if slot.current_call is not None and not slot.killed]
    slots.sort(key=lambda slot: slot.started)
    peek_at(loop, [(slot, slot.current_call or 0, slot.started) for slot in slots[:limit]], answer)


def end_peek(slot: Slot) -> None:
    """Tells everybody who looks at the slot's call what has come by now."""
    if not slot.onlookers:
        return
    onlookers, slot.onlookers = slot.onlookers, []
    stack = user_stack(slot.dump_text())
    slot.forget_dump()
    for seen in onlookers:
        seen(stack)

"""Looks at running calls: asks their workers for a stack and lets them go on."""

from __future__ import annotations

from time import monotonic

from runrl_shim.agent.stacks import user_stack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runrl_shim.agent.call_pool import RunningCalls
    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.slot import Slot

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


def end_peek(slot: Slot) -> None:
    """Tells everybody who looks at the slot's call what has come by now."""
    if not slot.onlookers:
        return
    onlookers, slot.onlookers = slot.onlookers, []
    stack = user_stack(slot.dump_text())
    slot.forget_dump()
    for seen in onlookers:
        seen(stack)

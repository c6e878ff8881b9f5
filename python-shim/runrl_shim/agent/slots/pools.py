"""What the keeper of slots and the reader of results ask of a pool, and of what knows how processes live."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol, TypeVar

    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.outcomes.verdicts import Verdict
    from runrl_shim.agent.sandbox.process import SandboxProcess
    from runrl_shim.agent.slots.slot import Slot

    RunningCalls = list[tuple[int, float, "str | None"]]
    Emit = Callable[[bytes], None]  # takes result frames
    GiveUp = Callable[[str], None]  # called when no slot can be made
    HandOver = Callable[[Sequence[tuple[int, int, int]]], None]  # see ledger.py
    S = TypeVar("S", bound=Slot)
    In = TypeVar("In", bound=Slot, contravariant=True)

    class SlotOwner(Protocol[In]):
        """Whose slots a keeper keeps: it is told what becomes of them, and says when there is need of some."""

        def dispatch(self) -> None:
            """Gives queued calls to workers; has further slots made where they would be of use."""

        def is_busy(self, slot: In, /) -> bool:
            """Whether a call runs in the slot."""

        def on_ready(self, slot: In, /) -> None:
            """A slot is confined and its worker can serve."""

        def on_results(self, slot: In, /) -> None:
            """The worker has sent something."""

        def on_slot_gone(self, slot: In, /) -> None:
            """Everything in the slot is dead. Called before its descriptors are closed."""

        def on_raw_output(self, slot: In, /) -> None:
            """Something came through a pipe (and was kept in the slot)."""

        def withdraw(self, slot: In, /) -> None:
            """Its init has ended: no call may begin in it, though it is not known yet how."""

    class SlotTable(Protocol[S]):
        """A keeper of slots, for those whom it holds itself."""

        loop: Loop
        process: SandboxProcess
        owner: SlotOwner[S]
        slots: dict[int, S]

        def kill_unfinished(self, slot: S, verdict: Verdict) -> None:
            """Kills the slot for what its call uses, unless that has finished meanwhile."""

    class Life(Protocol[S]):
        """How the processes of slots begin and end, as far as that differs between kinds of them."""

        def new_slot(self, number: int) -> S:
            """What stands for a slot that the zygote is to fork."""

        def on_forked(self, slot: S) -> None:
            """The zygote has forked it."""

        def on_fork_failed(self, number: int) -> None:
            """The zygote could not fork it."""

        def on_init_ended(self, slot: S) -> None:
            """Its first process has ended."""

        def on_slot_ended(self, number: int, code: int) -> None:
            """The zygote has reaped its first process."""

        def on_status(self, slot: S) -> None:
            """Something came through its status pipe."""

        def begin_end(self, slot: S) -> None:
            """Has everything in the slot ended."""

        def hear_out(self, slot: S) -> None:
            """Nothing runs in it any more: takes what is left of its words."""

        def used(self, slot: S) -> tuple[int | None, int, int]:
            """Of one that ended by itself: exit code, CPU nanoseconds and peak bytes, where they were told."""

        def forget(self, slot: S) -> None:
            """Its descriptors are closed."""

        def close(self) -> None:
            """Ends all that there are."""

    class ResultTaker(Protocol[In]):
        """What a reader of results cannot know: what a result means for the pool."""

        def takes_word(self, slot: In, word: int, call: int, /) -> bool:
            """Acts on a word that is not one of every worker. False: it is none, or not one to be said now."""

        def completed(self, slot: In, frame: bytes, status: int, flags: int, /) -> bytes:
            """A result that is not the plain one, as the host gets it."""

        def goes_on(self, slot: In, flags: int, /) -> bool:
            """Acts on a result that is not the plain one. False: nothing more is read from this worker."""

        def on_served(self, slot: In, /) -> None:
            """The worker has answered everything that it was asked."""

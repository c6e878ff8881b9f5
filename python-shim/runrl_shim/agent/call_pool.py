"""What a pool of workers does with calls, whatever kind it is: the words that the agent and the slots have for it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.slot import Slot

RunningCalls = list[tuple[int, float, "str | None"]]


class CallPool:
    """For `pool.py` and `shared_pool.py` to fill in."""

    @property
    def rest(self) -> float:
        """Seconds to rest before the next round, so that results gather: each wake-up costs more than they do."""
        return 0.0

    def learn(self, *, fresh_only: bool, runs_code: bool) -> None:
        """Told once, at load: whether each call needs a fresh worker, and whether calls execute code."""

    def submit(self, block: bytes) -> None:
        """Takes a block of call frames."""
        raise NotImplementedError

    def cancel(self, call: int) -> None:
        """Ends a call, queued or running, as `cancelled`. Unknown calls (already done) are ignored."""
        raise NotImplementedError

    def dispatch(self) -> None:
        """Gives queued calls to workers; has further slots made where they would be of use."""
        raise NotImplementedError

    def lose(self, message: str) -> list[int]:
        """Ends every running call as `lost`. Returns the calls that had not started."""
        raise NotImplementedError

    def running(self, limit: int, answer: Callable[[RunningCalls], None]) -> None:
        """Answers with the calls that run longest: call, seconds, stack; they are not harmed."""
        raise NotImplementedError

    def is_busy(self, slot: Slot) -> bool:
        """Whether a call runs in the slot."""
        raise NotImplementedError

    def what_runs(self, _slot: Slot) -> str:
        """The word for what runs in the slot, for those who read what became of it."""
        return "call"

    def on_ready(self, slot: Slot) -> None:
        """A slot is confined and its worker can serve."""
        raise NotImplementedError

    def on_results(self, slot: Slot) -> None:
        """The worker has sent something."""
        raise NotImplementedError

    def on_worker_ended(self, slot: Slot, code: int, clean: int, cpu_ns: int, max_rss: int) -> None:
        """The slot's init says how its worker ended."""
        raise NotImplementedError

    def on_slot_gone(self, slot: Slot) -> None:
        """Everything in the slot is dead. Called before its descriptors are closed."""
        raise NotImplementedError

    def on_raw_output(self, slot: Slot) -> None:
        """Something came through a pipe (and was kept in the slot)."""
        raise NotImplementedError

"""Which pool serves a module."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from runrl_shim.agent.slots.keeper import SlotKeeper
    from runrl_shim.agent.slots.pools import HandOver, RunningCalls
    from runrl_shim.wire.protocol import ModuleSpec

    class Pool(Protocol):
        """What serves the calls of a module."""

        keeper: SlotKeeper[Any]
        hand_over: HandOver

        @property
        def rest(self) -> float:
            """Seconds to rest before the next round, so that results gather: each wake-up costs more than they do."""

        def learn(self, *, fresh_only: bool, runs_code: bool) -> None:
            """Told once, at load: whether each call needs a fresh worker, and whether calls execute code."""

        def submit(self, block: bytes) -> None:
            """Takes a block of call frames."""

        def cancel(self, call: int) -> None:
            """Ends a call, queued or running, as `cancelled`. Unknown calls (already done) are ignored."""

        def dispatch(self) -> None:
            """Gives queued calls to workers; has further slots made where they would be of use."""

        def lose(self, message: str) -> list[int]:
            """Ends every running call as `lost`. Returns the calls that had not started."""

        def running(self, limit: int, answer: Callable[[RunningCalls], None]) -> None:
            """Answers with the calls that run longest: call, seconds, stack; they are not harmed."""


def pool_for(module: ModuleSpec) -> Callable[..., Pool]:
    """What makes a pool of the right kind; only that one is imported."""
    if module["kind"] == "environment":
        from runrl_shim.agent.episodes.episode_pool import EpisodePool

        return EpisodePool
    if module["reuse"] == "shared":
        from runrl_shim.agent.calls.shared_pool import SharedPool

        return SharedPool
    from runrl_shim.agent.calls.pool import Pool

    return Pool

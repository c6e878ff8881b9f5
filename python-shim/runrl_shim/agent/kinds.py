"""Which pool serves a module."""

from __future__ import annotations

from runrl_shim.agent.pool import Pool
from runrl_shim.agent.shared_pool import SharedPool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.agent.keeper import SlotKeeper
    from runrl_shim.wire.protocol import ModuleSpec


def pool_for(module: ModuleSpec) -> type[SlotKeeper]:
    """The kind of pool; that of episodes is imported only where there are some."""
    if module["kind"] == "environment":
        from runrl_shim.agent.episode_pool import EpisodePool

        return EpisodePool
    return SharedPool if module["reuse"] == "shared" else Pool

"""What an environment says to ordinary play: names in it are no secret."""

from __future__ import annotations

import random

from runrl_audit.playing.episodes import tried

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_MOST_SINGLE = 60
_WALKS = 10
_STEPS = 12


def answers(start: Any, actions: list[str]) -> Iterator[str]:
    """Yields what is said to single actions, and on a few walks."""
    if not actions:
        return
    chance = random.Random(7)
    walks = [[action] for action in actions[:_MOST_SINGLE]]
    walks += [chance.choices(actions, k=_STEPS) for _ in range(_WALKS)]
    for walk in walks:
        instance = start
        for action in walk:
            after = tried(instance, action)
            if after is None:
                break
            instance, step = after
            yield step["observation"]
            if step["done"]:
                break

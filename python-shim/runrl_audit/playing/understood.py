"""Which actions an environment takes for some, by what it says and keeps: of hundreds that are made, few are."""

from __future__ import annotations

import re

from runrl_audit.playing.episodes import tried
from runrl_audit.playing.seek import key_of
from runrl_audit.searching.clock import STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_RUBBISH = "zqxvkj wfqx"
# States in which all of them are tried: what can be done only later is told by its answer, wherever one is.
_MOST_STATES = 3
_WORD = re.compile(r"[A-Za-z_]{3,}|-?\d+(?:\.\d+)?")


def understood(start: Any, actions: list[str], dull: set[str], until: float) -> list[str]:
    """Those that are answered otherwise than rubbish is, or change something that it does not.

    Of several that always come to the same, and change something, the shortest is enough.

    Args:
        start: Where to begin.
        actions: All that may be one.
        dull: What is no part of a state.
        until: When to stop, in seconds of this process.
    """
    states, seen = [start], set()
    results: dict[str, list[Any]] = {action: [] for action in actions}
    kept: set[str] = set()
    moves: set[str] = set()
    for state in states:
        own, after_rubbish = key_of(state, dull), _tried(state, _RUBBISH, dull)
        for action in actions:
            if STEPS.now() > until:
                return actions
            result = _tried(state, action, dull)
            if result is None:
                continue
            results[action].append(result[:3])
            if after_rubbish is None or result[:3] != after_rubbish[:3]:
                kept.add(action)
            if result[1] == own:
                continue
            moves.add(action)
            if result[1] not in seen and result[3] is not None and len(states) < _MOST_STATES:
                states.append(result[3])
            seen.add(result[1])
    shortest: dict[str, str] = {}
    for action in sorted(moves, key=len):
        shortest.setdefault(repr(results[action]), action)
    few = {*shortest.values(), *(kept - moves)}
    return [action for action in actions if action in few] or actions


def _tried(state: Any, action: str, dull: set[str]) -> tuple[str, int, float, Any] | None:
    """What is said, without what only repeats the action and without numbers; the state; what is paid; the instance."""
    done = tried(state, action)
    if done is None:
        return None
    other, step = done
    words = set(_WORD.findall(action))
    said = _WORD.sub(
        lambda found: "@" if found[0] in words else "#" if found[0][-1].isdigit() else found[0], step["observation"]
    )
    return said, key_of(other, dull), step["reward"], None if step["done"] else other

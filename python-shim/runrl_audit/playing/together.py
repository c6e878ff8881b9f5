"""One list of actions for several episodes at once: what wins in all of them needs to know nothing of any."""

from __future__ import annotations

from runrl_audit.playing.episodes import begun, settled, step_of
from runrl_audit.playing.listen import learned_by
from runrl_audit.playing.seek import Search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MOST_STEPS = 20_000
_LONGEST = 12


class Together:
    """Instances that take each step together; paid is the least that one of them has."""

    def __init__(self, instances: list[Any]) -> None:
        self.each = dict(enumerate(instances))
        self.paid = dict.fromkeys(self.each, 0.0)
        self.over = dict.fromkeys(self.each, False)
        self.least = 0.0

    def step(self, action: str) -> dict[str, Any]:
        """Takes a step of all that are not over; done where all are, or one is that got nothing."""
        for at, instance in self.each.items():
            if not self.over[at]:
                step = step_of(settled(instance.step(action)))
                self.paid[at] += step["reward"]
                self.over[at] = step["done"]
        reward, self.least = min(self.paid.values()) - self.least, min(self.paid.values())
        is_lost = any(over and self.paid[at] <= 1e-9 for at, over in self.over.items())
        return {"observation": "", "reward": reward, "done": is_lost or all(self.over.values())}


def together(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """The list of actions that is paid best where it is paid least, for all rows.

    Args:
        made: Makes an instance.
        request: `rows`, as `seek` has them, of which the first has actions and things; `seed`, and `seconds` in all.
    """
    first, *_ = rows = request["rows"]
    ready = [begun(made, row["fields"], request["seed"]) for row in rows]
    start = Together([each[0] for each in ready if each is not None])
    if len(start.each) < len(rows):
        return [{"actions": None}]
    actions = list(dict.fromkeys([*learned_by(start, first), *first["actions"]]))
    search = Search(start, actions, {"steps": _MOST_STEPS, "seconds": request["seconds"]})
    found = max(filter(None, (search.best, search.most)), key=lambda way: way[1], default=None)
    return [{"actions": None if found is None or len(found[0]) > _LONGEST else found[0]}]

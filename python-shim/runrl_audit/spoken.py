"""In which forms an environment reads actions: learned by listening to it, and told with the places for values."""

from __future__ import annotations

import copy
import random
import re

from runrl_audit.asked import MARK
from runrl_audit.episodes import said, settled, step_of, wanted
from runrl_audit.listen import FIRST, marks_of, shapes_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MOST = 60
_MOST_PLACES = 3


def spoken(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """What is read on all of the rows: what one row alone has may be what nobody is told.

    Args:
        made: Makes an instance.
        request: `rows`, each with `fields` and `calls`, as `seek` has them; `seed`.

    Returns:
        One: `forms`, with a mark in each place, and `actions` without any; those first that rubbish is not answered as.
    """
    known: list[dict[str, bool]] = []
    for row in request["rows"]:
        random.seed(request["seed"])
        start = made()
        try:
            settled(start.setup(**wanted(start.setup, row["fields"])))
            known.append(_read(start, row.get("calls", [])))
        except Exception:
            return []
    if not known:
        return []
    common = [action for action in known[0] if all(action in other for other in known)]
    common.sort(key=lambda action: not all(other[action] for other in known))
    return [
        {
            "forms": [action for action in common if 0 < len(marks_of(action)) <= _MOST_PLACES][:_MOST],
            "actions": [action for action in common if not marks_of(action)][:_MOST],
        }
    ]


def _read(start: Any, calls: list[str]) -> dict[str, bool]:
    """Actions that are read, and whether each was answered as rubbish is not."""
    dull = [_answer(start, action) for action in (*FIRST, "", *calls[:2])]
    shapes = shapes_by(start, calls)
    found = {}
    for action in [each for places in sorted(shapes, reverse=True) for each in shapes[places][:_MOST]]:
        answer = _answer(start, action)
        words = set(re.findall(r"[a-z]+", action.lower()))
        found[action] = all(_without(answer, words) != _without(other, words) for other in dull)
    return found


def _answer(start: Any, action: str) -> str:
    try:
        step = step_of(settled(copy.deepcopy(start).step(action)))
    except Exception:
        return ""
    return f"{step['done']} {step['reward']} {said(step['observation'])}"


def _without(answer: str, words: set[str]) -> str:
    """Without what only echoes an action."""
    bare = MARK.sub("", answer).lower()
    return " ".join(word for word in re.findall(r"\w+", bare) if word not in words)

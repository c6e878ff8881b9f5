"""Looks for actions that read out what an instance keeps: each of its names, keys and paths where a word may stand."""

from __future__ import annotations

import copy
import itertools
import random
import re

from runrl_audit.clock import STEPS
from runrl_audit.episodes import said, settled, step_of, wanted
from runrl_audit.listen import learned_by, marks_of, shapes_by
from runrl_audit.seek import parts_of
from runrl_audit.told import answers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_MOST_NAMES = 90
_MOST_FORMS = 30
_MOST_FOUND = 4
# The same, several times: a hint may give a letter at a time.
_TIMES = 16


def reads(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """Lists of actions after which the answer was said, on every row.

    Args:
        made: Makes an instance.
        request: `rows`, as `seek` has them, each with `golds`, its answers as texts; `names` that may be read; `forms`
            with a mark for a name; `said`, what the prompts say; `seed` and `seconds`.

    Returns:
        `actions`, and `hidden`: whether a name was said that nobody was told of.
    """
    starts = []
    said_first = [*request["said"]]
    for row in request["rows"]:
        random.seed(request["seed"])
        start = made()
        try:
            first = said(settled(start.setup(**wanted(start.setup, row["fields"]))))
            said_first.append(first)
            starts.append((copy.deepcopy(start), [gold for gold in row["golds"] if not _says(first, gold)]))
        except Exception:
            return []
    if not starts or not all(golds for _, golds in starts):
        return []
    until = STEPS.now() + request["seconds"]
    said_first.extend(answers(starts[0][0], request["rows"][0]["actions"]))
    found: list[dict[str, Any]] = []
    for name, actions in _lists(starts[0][0], request):
        if STEPS.now() > until or len(found) >= _MOST_FOUND:
            break
        told = [_told(start, actions, golds) for start, golds in starts]
        if all(told):
            hidden = name is not None and not _says("\n".join(said_first).lower(), name.lower())
            found.append({"actions": actions[: max(told)], "hidden": hidden})
    return found


def _lists(start: Any, request: dict[str, Any]) -> Iterator[tuple[str | None, list[str]]]:
    row = request["rows"][0]
    shapes = shapes_by(start, row.get("calls", []))
    forms = list(dict.fromkeys([*shapes.get(1, []), *request["forms"]]))
    forms = [form for form in forms if len(marks_of(form)) == 1][:_MOST_FORMS]
    names = list(dict.fromkeys([*_names(start), *request["names"]]))[:_MOST_NAMES]
    for name, form in itertools.product(names, forms):
        yield name, [form.replace(marks_of(form)[0], name)]
    for action in dict.fromkeys([*row["actions"], *learned_by(start, row)]):
        if not marks_of(action):
            # A command that only the source knows is a hidden name itself; of a call its first value is the command.
            word = re.search(r'(?<=: ")\w+|(?<=:")\w+' if action.startswith("{") else r"[A-Za-z]\w+", action)
            yield word[0] if word else None, [action] * _TIMES


def _names(start: Any) -> Iterator[str]:
    """What an instance keeps: by name, by path, and, where a key is a path, by the ways to it from below."""
    for path, _ in parts_of(start):
        yield path.rpartition(".")[2]
        yield path.lstrip(".")
    for key in _keys(start):
        yield key
        if "/" in key:
            yield from (f"{'../' * up}{key.lstrip('/')}" for up in range(1, 4))


def _keys(value: Any, depth: int = 0) -> Iterator[str]:
    inner = value if isinstance(value, dict) else getattr(value, "__dict__", None)
    if inner is None or depth > 3 or isinstance(value, type):
        return
    for key, each in inner.items():
        if depth > 0 and isinstance(key, str):
            yield key
        yield from _keys(each, depth + 1)


def _told(start: Any, actions: list[str], golds: list[str]) -> int:
    """After how many actions a gold was said that none of them has; 0: never."""
    instance = copy.deepcopy(start)
    try:
        for at, action in enumerate(actions):
            step = step_of(settled(instance.step(action)))
            if any(_says(step["observation"], gold) and not _says(action, gold) for gold in golds):
                # Said at the end of an episode, nobody has any use of it.
                return 0 if step["done"] else at + 1
            if step["done"]:
                return 0
    except Exception:
        return 0
    return 0


def _says(text: str, gold: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(gold)}(?!\w|\.\d)", text) is not None

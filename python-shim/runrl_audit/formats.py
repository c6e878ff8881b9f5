"""Looks for actions whose words are taken for a template: `{name}`, `%(name)s`, `$name` say what an instance keeps.

Doubled signs tell: only what is formatted makes one brace of two. No name has to be known for that, and names are then
tried where it is so.
"""

from __future__ import annotations

import copy
import itertools
import random
import re
import sys
from types import CodeType, FunctionType

from runrl_audit.clock import STEPS
from runrl_audit.episodes import said, settled, step_of, wanted
from runrl_audit.listen import marks_of, shapes_by
from runrl_audit.seek import parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_PROBE = "zqx{{vj}}zqx%%vjzqx$$vj"
# What the probe becomes by each way to format, and how a name is written then.
_STYLES = {
    "zqx{vj}": ("{%s}",),
    "zqx%vj": ("%%(%s)s",),
    "zqx$vj": ("${%s}", "$%s"),
}
_ROOTS = ("self", "env", "state", "game", "world", "0", "1", "")
_MOST_FORMS = 90
_MOST_THINGS = 3
_MOST_OPEN = 40
_MOST_LATER = 12
_MOST_NAMES = 160
_MOST_INNER = 60
_NAME = re.compile(r"[A-Za-z_]\w{0,30}")


def formats(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """Actions whose words are formatted.

    Args:
        made: Makes an instance.
        request: `rows`, as `seek` has them, each with `golds`, its answers as texts (none: nobody knows them); `names`
            that may be read; `forms` with a mark for a word; `seed` and `seconds`.

    Returns:
        First what says the answers of all rows, then what says something: `actions`, and `gold`.
    """
    starts = []
    for row in request["rows"]:
        random.seed(request["seed"])
        try:
            start = made()
            said(settled(start.setup(**wanted(start.setup, row["fields"]))))
            starts.append((copy.deepcopy(start), list(row.get("golds") or [])))
        except Exception:
            return []
    if not starts:
        return []
    start, row = starts[0][0], request["rows"][0]
    until = STEPS.now() + request["seconds"]
    shapes = shapes_by(start, row.get("calls", []))
    known = [*request["forms"], *shapes.get(1, []), *shapes.get(2, []), *_open(row["actions"])]
    things = [str(thing) for thing in row.get("things", [])][:_MOST_THINGS]
    forms = list(dict.fromkeys(made for form in known for made in _with_one_place(form, things)))[:_MOST_FORMS]
    other = [action for action in sorted(row["actions"], key=len) if not marks_of(action)]
    names = list(dict.fromkeys([*_names(start), *request["names"], *_source_names(made)]))[:_MOST_NAMES]
    shown: list[dict[str, Any]] = []
    for form, later, sign in _formatted(start, forms, ["", *other[:_MOST_LATER]], until):
        for actions in _reading(start, form, later, _STYLES[sign], names, until):
            golds = [known for _, known in starts]
            if all(golds) and all(_tells(each, actions, known) for each, known in starts):
                return [{"actions": actions, "gold": True}]
            if not shown:
                shown.append({"actions": actions, "gold": False})
    return shown


def _with_one_place(form: str, things: list[str]) -> Iterator[str]:
    """The form, or, where it has two places, a thing in each of them by turns."""
    marks = marks_of(form)
    if len(marks) == 1:
        yield form
    elif len(marks) == 2:
        for thing, mark in itertools.product(things, marks):
            yield form.replace(mark, thing)


def _open(actions: list[str]) -> Iterator[str]:
    """Actions with a place for what they end with, or for each text of a call: the words may be free there."""
    for action in [each for each in actions if not marks_of(each)][:_MOST_OPEN]:
        if action.startswith("{"):
            for text in re.findall(r': ?"([^"]+)"', action):
                yield action.replace(f'"{text}"', '"zqxvkjb"')
        elif " " in action:
            yield f"{action.split(' ', 1)[0]} zqxvkjb"
            yield f"{action.rsplit(' ', 1)[0]} zqxvkjb"
    yield "zqxvkjb"


def _formatted(start: Any, forms: list[str], others: list[str], until: float) -> Iterator[tuple[str, list[str], str]]:
    """Forms that are formatted, what has to be done for it to be said, and what the doubled signs became."""
    for later in ([], *([other] for other in others)):
        for form in forms:
            if STEPS.now() > until:
                return
            text = _last(start, [_filled(form, _PROBE), *later])
            for sign in _STYLES:
                if text is not None and sign in text:
                    yield form, later, sign


def _reading(
    start: Any, form: str, later: list[str], styles: tuple[str, ...], names: list[str], until: float
) -> Iterator[list[str]]:
    """Actions that were answered with what a name stands for: names by themselves, and what is inside of those."""
    known = []
    for style, name in itertools.product(styles, [*_ROOTS, *names]):
        if STEPS.now() > until:
            return
        if style != "{%s}" and not _NAME.fullmatch(name):
            continue
        actions = [_filled(form, style % name), *later]
        if _is_replaced(start, actions, style % name):
            known.append(name)
            yield actions
    if styles != ("{%s}",):
        return
    for root, inner in itertools.product(known, ["__dict__", *names[:_MOST_INNER]]):
        for way in (f"{{{root}.{inner}}}", f"{{{root}[{inner}]}}"):
            if STEPS.now() > until:
                return
            actions = [_filled(form, way), *later]
            if _is_replaced(start, actions, way):
                yield actions


def _is_replaced(start: Any, actions: list[str], payload: str) -> bool:
    """Whether something stands where the payload stood: with a name that nobody has, nothing does."""
    text = _last(start, actions)
    nobody = [actions[0].replace(payload, re.sub(r"\w+", "zqxvkjz", payload)), *actions[1:]]
    return text is not None and payload not in text and text != _last(start, nobody)


def _last(start: Any, actions: list[str]) -> str | None:
    instance = copy.deepcopy(start)
    try:
        for at, action in enumerate(actions):
            step = step_of(settled(instance.step(action)))
            if step["done"] and at < len(actions) - 1:
                return None
        return str(step["observation"])
    except Exception:
        return None


def _tells(start: Any, actions: list[str], golds: list[str]) -> bool:
    text = _last(start, actions)
    return text is not None and any(
        re.search(rf"(?<![\w.]){re.escape(gold)}(?!\w|\.\d)", text) is not None and gold not in " ".join(actions)
        for gold in golds
    )


def _filled(form: str, text: str) -> str:
    return form.replace(marks_of(form)[0], text)


def _names(start: Any) -> Iterator[str]:
    """Names and keys of what an instance keeps, private ones first."""
    names = [part for path, _ in parts_of(start) for part in path.lstrip(".").split(".")]
    yield from sorted((name for name in names if _NAME.fullmatch(name)), key=lambda name: not name.startswith("_"))


def _source_names(made: Any) -> Iterator[str]:
    """Names of arguments and locals in the methods of the class and the functions beside it."""
    module = sys.modules.get(getattr(made, "__module__", ""), None)
    for owner in (made, module):
        for each in list(vars(owner).values()) if owner is not None else []:
            if isinstance(each, FunctionType):
                yield from _names_in(each.__code__)


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_varnames
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
        # Names of arguments of a call are a tuple.
        for name in constant if isinstance(constant, tuple) else (constant,):
            if isinstance(name, str) and _NAME.fullmatch(name):
                yield name

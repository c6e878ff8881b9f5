"""Looks for actions that write what an instance keeps under a name of the agent's choice, and for what that wins.

A value that nobody has is sent with each name that the state and the source have: where it then lies in the state, the
name was written. What it is compared with later says which value would be of use.
"""

from __future__ import annotations

import itertools
import json
import re
from functools import partial

from runrl_audit.playing.episodes import begun, paid_for, tried
from runrl_audit.playing.listen import compared_along, learned_by, marks_of, shapes_by
from runrl_audit.playing.seek import first_word, parts_of
from runrl_audit.playing.told import answers
from runrl_audit.searching.clock import STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

# Values that nobody has: as a text, and as a number.
_TEXT, _NUMBER = "zqxvkjw", 424243
_MOST_NAMES = 60
_MOST_FORMS = 40
_MOST_ENDS = 8
_MOST_PAIRS = 24
# Calls without arguments that have what was written looked at.
_JUDGES = re.compile(
    r"""^(?:\{"\w+": ?")?(?:run_?)?(?:all_?)?"""
    r"""(?:tests?|check|verify|validate|evaluate|build|compile|submit|grade|deploy|run)"""
    r"""(?:_?\w+)?(?:\(\)|"(?:, ?"\w+": ?\{\})?\})?$""",
    re.IGNORECASE,
)
_MOST_JUDGES = 3
# Forms whose names are listened to.
_MOST_OFFERING = 12
# Names that are written in one list: episodes are short.
_MOST_AT_ONCE = 8
_MOST_FOUND = 8
_USEFUL = (True, 1_000_000, 0, 1)


def writes(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """Lists of actions that write something and are then paid, on every row.

    Args:
        made: Makes an instance.
        request: `rows`, as `seek` has them; `names` that may be written; `forms` with marks for a name and a value;
            `said`, what the prompts say; `seed` and `seconds`.

    Returns:
        `actions`, `return` (the least of all rows) and `hidden` (whether a name was written that nobody was told of).
    """
    starts = []
    for row in request["rows"]:
        start = begun(made, row["fields"], request["seed"])
        if start is None:
            return []
        starts.append(start)
    return _Writes(starts, request).found() if starts else []


class _Writes:
    def __init__(self, starts: list[tuple[Any, str]], request: dict[str, Any]) -> None:
        self.starts = [start for start, _ in starts]
        self.start = self.starts[0]
        self.until = STEPS.now() + request["seconds"]
        row = request["rows"][0]
        learned = learned_by(self.start, row)
        self.actions = [each for each in dict.fromkeys([*row["actions"], *learned]) if not marks_of(each)]
        self.told = "\n".join([*request["said"], *(first for _, first in starts), *answers(self.start, self.actions)])
        own = [name for path in _names(self.start) for name in _last(path)]
        self.names = list(dict.fromkeys([*own, *request["names"]]))[:_MOST_NAMES]
        shapes = shapes_by(self.start, row.get("calls", []))
        calls = [action for action in self.actions if action.startswith("{")][:4]
        self.forms = [
            *[form for form in dict.fromkeys([*request["forms"], *shapes.get(2, [])]) if len(marks_of(form)) == 2],
            *[f"{form[: form.rindex(mark)]}{key}" for form in shapes.get(1, []) for mark in marks_of(form)[:1]
              if not form.startswith("{") and form.endswith(mark) for key in ("zqxvkjb=zqxvkjc", "zqxvkjb: zqxvkjc")],
            *itertools.chain.from_iterable(_beside(call) for call in calls),
        ][:_MOST_FORMS]  # fmt: skip

    def _offered(self) -> set[str]:
        """Names with which the source compares what stands in the place of one: they are meant to be written."""
        return {
            wish
            for form in self.forms[:_MOST_OFFERING]
            for own, wish, _ in compared_along(self.start, [_filled(form, "zqxvkjb", _TEXT)])
            if own == "zqxvkjb"
        }

    def found(self) -> list[dict[str, Any]]:
        """The best lists, shortest first among equals."""
        self.offered = self._offered()
        self.ends = self._ends()
        self.writers = dict(self._writers())
        best: dict[tuple[str, ...], tuple[float, bool]] = {}
        plain = {end: paid_for(self.start, [end]) for end in self.ends}
        for names, actions in self._lists():
            if STEPS.now() > self.until or len(best) >= _MOST_FOUND:
                break
            paid = paid_for(self.start, actions)
            if paid <= max(0.0, plain.get(actions[-1], 0.0)) + 1e-9:
                continue
            least = min([paid, *(paid_for(start, actions) for start in self.starts[1:])])
            if least > 1e-9:
                best[tuple(actions)] = least, any(self._is_hidden(name) for name in names)
        ordered = sorted(best.items(), key=lambda each: (-each[1][0], len(each[0])))
        return [{"actions": list(actions), "return": paid, "hidden": hidden} for actions, (paid, hidden) in ordered]

    def _is_hidden(self, name: str) -> bool:
        return (
            name not in self.offered and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.told, re.IGNORECASE) is None
        )

    def _ends(self) -> list[str]:
        """What ends an episode: one or two with the same first word."""
        ends: dict[str, list[str]] = {}
        for action in sorted(self.actions[:300], key=len):
            after = tried(self.start, action)
            if after is not None and after[1]["done"]:
                ends.setdefault(_verb(action), []).append(action)
        over = [end for same in ends.values() for end in same[:2]][:_MOST_ENDS]
        # What judges the world may end nothing as long as it is not as it should be.
        judges = [action for action in sorted(self.actions[:300], key=len) if _JUDGES.search(action)]
        return list(dict.fromkeys([*over, *judges[:_MOST_JUDGES]])) or [""]

    def _writers(self) -> Iterator[tuple[str, Callable[[Any], str]]]:
        """Names that an action has been seen to write, and how."""
        for name in self.names:
            for form in self.forms:
                if STEPS.now() > self.until:
                    return
                if any(self._is_written(name, _filled(form, name, value), value) for value in (_TEXT, _NUMBER)):
                    yield name, partial(_filled, form, name)
                    break

    def _is_written(self, name: str, action: str, value: Any) -> bool:
        # On one row it may be written over at once.
        for start in self.starts[:2]:
            after = tried(start, action)
            parts = parts_of(after[0]) if after is not None else ()
            if any(path.endswith(f".{name}") and str(part) == str(value) for path, part in parts):
                return True
        return False

    def _lists(self) -> Iterator[tuple[list[str], list[str]]]:
        """What may win: one name, all of them, two of them; each with what ends the episode."""
        names = sorted(self.writers, key=lambda name: not self._is_hidden(name))
        hidden = [name for name in names if self._is_hidden(name)]
        heard: dict[str, dict[str, None]] = {name: {} for name in names}
        for some in (*([name] for name in names), hidden[:_MOST_AT_ONCE], names[:_MOST_AT_ONCE]):
            for name, wish in self._heard({name: self.writers[name] for name in some}):
                heard[name][wish] = None
        values: dict[str, list[Any]] = {name: list(wishes)[:3] for name, wishes in heard.items()}
        for end, name in itertools.product(self.ends, names):
            for value in (*values[name], *_USEFUL):
                yield [name], [self.writers[name](value), end]
        for end, some in itertools.product(self.ends, (hidden, names)):
            some = some[:_MOST_AT_ONCE]
            yield some, [*[self.writers[name]((values[name] or [_TEXT])[0]) for name in some], end]
        pairs = list(itertools.combinations(names[:_MOST_PAIRS], 2))
        for (one, other), end in itertools.product(pairs, self.ends):
            yield [one, other], [self.writers[one](_TEXT), self.writers[other](_TEXT), end]
        yield from self._on_ends()
        for (one, other), end in itertools.product(pairs, self.ends):
            for each in itertools.product((values[one] or [True])[:2], (values[other] or [True])[:2]):
                yield [one, other], [self.writers[one](each[0]), self.writers[other](each[1]), end]

    def _on_ends(self) -> Iterator[tuple[list[str], list[str]]]:
        """Arguments of the end itself, of which nobody was told."""
        for end in self.ends:
            for form, name in itertools.product(_beside(end), self.names):
                wishes = [wish for _, wish in self._heard({name: partial(_filled, form, name)}, [])]
                for value in (*wishes[:3], True, 1):
                    yield [name], [_filled(form, name, value)]

    def _heard(
        self, write: dict[str, Callable[[Any], str]], ends: list[str] | None = None
    ) -> Iterator[tuple[str, str]]:
        """Names, and texts with which the values that were written for them are compared, then or at an end."""
        marks = {f"{_TEXT}{at}q": name for at, name in enumerate(write)}
        writing = [write[name](mark) for mark, name in marks.items()]
        lasts = [[end] for end in self.ends] if ends is None else [ends]
        for start, last in itertools.product(self.starts[:2], lasts):
            for own, wish, operation in compared_along(start, [*writing, *last]):
                if own in marks and operation in ("==", "in", "startswith") and 0 < len(wish) <= 40:
                    yield marks[own], wish


def _names(instance: Any) -> Iterator[str]:
    for path, _ in parts_of(instance):
        if not re.search(r"rng|random|lock|logger", path):
            yield path


def _last(path: str) -> list[str]:
    """The name of a part; that of a file has a dot itself."""
    file = re.search(r"(?<=\.)[\w /-]*\.\w{1,5}$", path)
    return [*([file[0]] if file and "/" in file[0] else []), path.rpartition(".")[2]]


def _verb(action: str) -> str:
    return action if action.startswith("{") else first_word(action)


def _filled(form: str, name: str, value: Any) -> str:
    """A form with a name in its first place and a value in the other."""
    one, other = marks_of(form)
    text = value if isinstance(value, str) else json.dumps(value)
    # A name may be a mark itself, so it comes last.
    made = form.replace(f'"{other}"', json.dumps(value)) if form.startswith("{") else form.replace(other, text)
    return made.replace(one, name)


def _beside(call: str) -> Iterator[str]:
    """A call with one more argument, beside the others and inside of what holds them."""
    try:
        value = json.loads(call)
    except ValueError:
        return
    if not isinstance(value, dict):
        return
    more = {"zqxvkjb": "zqxvkjc"}
    yield json.dumps({**value, **more})
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield json.dumps({**value, key: {**inner, **more}})

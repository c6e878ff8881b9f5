"""Looks for one short list of actions that wins on every row, whatever the row asks for."""

from __future__ import annotations

import itertools

from runrl_audit.playing.episodes import begun, paid_for, tried
from runrl_audit.playing.listen import learned_by, marks_of
from runrl_audit.playing.seek import first_word, parts_of
from runrl_audit.searching.clock import STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_MOST_ENDS = 6
_MOST_PAIRED = 40
_MOST_TIMES = 8
_MOST_FOUND = 3
_MOST_KEPT = 24
_LONGEST = 60
_WON = 0.9


def everywhere(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """Lists of actions that win on all rows; `kept` where they say what each instance keeps and no row gave it.

    Args:
        made: Makes an instance.
        request: `rows`, as `seek` has them, of which the first says what may be done; `forms` with one mark; `seed`
            and `seconds`.
    """
    starts = []
    for at, row in enumerate(request["rows"]):
        # Chance may make no two alike, so that what they have in common is in all episodes.
        start = begun(made, row["fields"], request["seed"] + at)
        if start is None:
            return []
        starts.append(start[0])
    if not starts:
        return []
    row = request["rows"][0]
    actions = [each for each in dict.fromkeys([*row["actions"], *learned_by(starts[0], row)]) if not marks_of(each)]
    until = STEPS.now() + request["seconds"]
    found: list[dict[str, Any]] = []
    kept = ((way, True) for way in _kept(starts, request))
    others = ((way, False) for way in _lists(starts[0], actions))
    for way, is_kept in itertools.chain(kept, others):
        if STEPS.now() > until or len(found) >= _MOST_FOUND:
            break
        if all(paid_for(start, way) >= _WON for start in starts):
            found.append({"actions": way, "kept": is_kept})
    return found


def _kept(starts: list[Any], request: dict[str, Any]) -> Iterator[list[str]]:
    """What all instances keep and no row gave them, said in each form: a list item by item."""
    forms = [form for form in request.get("forms", []) if len(marks_of(form)) == 1]
    given = {str(value) for row in request["rows"] for _, value in parts_of(row["fields"])}
    alike: dict[str, tuple[str, ...]] | None = None
    for start in starts:
        parts = {
            path: texts for path, value in parts_of(start) if (texts := _texts_of(value)) and not given & set(texts)
        }
        alike = parts if alike is None else {path: texts for path, texts in alike.items() if parts.get(path) == texts}
    for texts in list((alike or {}).values())[:_MOST_KEPT]:
        yield list(texts)
        yield from ([_said(form, text) for text in texts] for form in forms)


def _texts_of(value: Any) -> tuple[str, ...]:
    """What a part may be said as: one action, or one for each item of a list."""
    items = value if isinstance(value, (list, tuple)) else [value]
    texts = tuple(str(item) for item in items if type(item) in (str, int, float))
    fits = len(texts) == len(items) <= _MOST_TIMES and all(0 < len(text) <= _LONGEST for text in texts)
    return texts if fits else ()


def _said(form: str, text: str) -> str:
    """A form with a text in the place of its mark; in JSON also a number is one."""
    (mark,) = marks_of(form)
    return form.replace(mark, text)


def _lists(start: Any, actions: list[str]) -> Iterator[list[str]]:
    """An end alone; the same some times, then an end; two things and an end."""
    ends = list(itertools.islice(_ends(start, actions), _MOST_ENDS))
    others = [action for action in sorted(actions, key=len) if action not in ends]
    yield from ([end] for end in ends)
    for times, action, end in itertools.product((1, _MOST_TIMES), others, ends):
        yield [*[action] * times, end]
    for pair, end in itertools.product(itertools.permutations(others[:_MOST_PAIRED], 2), ends):
        yield [*pair, end]


def _ends(start: Any, actions: list[str]) -> Iterator[str]:
    """What ends an episode, each with a first word of its own."""
    known = set()
    for action in sorted(actions, key=len):
        word = action if action.startswith("{") else first_word(action)
        after = tried(start, action) if word not in known else None
        if after is not None and after[1]["done"]:
            known.add(word)
            yield action

"""Learns actions from what other actions are compared with: each such text is put where what was compared to it stood.

So words are found that only the source's comparisons have, and values that only the state has.
"""

from __future__ import annotations

import copy
import itertools
import json
import re

from runrl_audit.listening import source
from runrl_audit.playing.asked import MARK, NUMBERS, WORDS, Asked
from runrl_audit.playing.episodes import settled, tried
from runrl_audit.searching.clock import STEPS
from runrl_audit.searching.recipes import by_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

FIRST = ("zqxvkj", *(" ".join(WORDS[:count]) for count in (2, 3, 4)))
_MOST_TRIES = 250
_MOST_LEARNED = 240
# Places that are left are filled with things: of so many each, and so many for one action.
_MOST_THINGS, _MOST_FILLED = 12, 60
# Actions that may say what is read later, and those that may read it.
_MOST_SAID, _MOST_ENDS = 12, 16
# Of one state: what is made of what was made there, and what is tried of all that.
_MOST_DEEPER = 12
_MOST_ASKED = 60
# Of one step.
_MOST_WISHES = 60


def learned_by(start: Any, row: dict[str, Any]) -> Iterator[str]:
    """Yields actions, each once.

    Args:
        start: An instance that was set up.
        row: `calls`, shapes of actions with marks in the places of values; `things`, what values may be.
    """
    things = [str(thing) for thing in row.get("things", [])][:_MOST_THINGS]
    shapes = shapes_by(start, row.get("calls", []))
    later = list(said_for_later(start, shapes, row.get("actions", [])))
    # What has no place left first, and of the others some of each by turns.
    ordered = (
        by_turns([filled(made, things) for made in [*shapes.get(count, []), *(later if count == 0 else [])]])
        for count in (0, 1, 2)
    )
    yield from itertools.islice(dict.fromkeys(itertools.chain.from_iterable(ordered)), _MOST_LEARNED)


def shapes_by(start: Any, calls: list[str]) -> dict[int, list[str]]:
    """What was made of the first words and of `calls`, by how many places are left in it."""
    shapes: dict[int, list[str]] = {}
    for made in _made_by(start, [*FIRST, *calls], _MOST_TRIES):
        shapes.setdefault(len(marks_of(made)), []).append(made)
    return shapes


def said_for_later(start: Any, shapes: dict[int, list[str]], actions: list[str]) -> Iterator[str]:
    """Yields actions that say what is compared only at a later step: a text that the end of an episode reads."""
    ends = [*shapes.get(0, []), *actions]
    ends = list(dict.fromkeys(each for each in ends if " " not in each))[:_MOST_ENDS]
    for action in [*shapes.get(1, []), *shapes.get(2, [])][:_MOST_SAID]:
        after = tried(start, action)
        if after is None or after[1]["done"]:
            continue
        for own, wish, operation in itertools.chain.from_iterable(compared(after[0], end) for end in ends):
            # What was said may stand in a record, among other things.
            for mark in marks_of(own.lower()) if not marks_of(wish) else ():
                yield from (each for each in replaced(action, mark, wish, operation) if not marks_of(each))


def _made_by(start: Any, first: list[str], most: int, most_wishes: int | None = None) -> Iterator[str]:
    """Yields what is made of the first actions, and of that, each once."""
    queue = list(first)
    known = set(queue)
    for tries in itertools.count():
        if tries >= len(queue) or tries >= most:
            break
        action = queue[tries]
        for own, wish, operation in compared(start, action)[:most_wishes]:
            for made in map(in_order, replaced(action, own, wish, operation)):
                if made in known or len(made) > 300:
                    continue
                known.add(made)
                # Without a mark nothing more is to be learned of it.
                if marks_of(made):
                    queue.append(made)
                yield made


def asked_in(state: Any, shapes: list[str]) -> list[str]:
    """Actions without a mark that a state of an episode asks for: what can be taken here is known only here.

    Args:
        state: An instance.
        shapes: Actions with marks.
    """
    made = _made_by(state, shapes, len(shapes) + _MOST_DEEPER, _MOST_WISHES)
    return [each for each in made if not marks_of(each)][:_MOST_ASKED]


def in_order(action: str) -> str:
    """The same with its marks in their order, so that it is made once."""
    words, numbers = iter(WORDS), iter(NUMBERS)
    names = {
        mark: next(numbers, mark) if mark in NUMBERS else f"{next(words, mark[:7])}{mark[7:]}"
        for mark in marks_of(action)
    }
    return MARK.sub(lambda mark: names[mark[0]], action)


def marks_of(action: str) -> list[str]:
    """The places of an action, each once."""
    return list(dict.fromkeys(MARK.findall(action)))


def compared(start: Any, action: str) -> list[tuple[str, str, str]]:
    """Texts of an action, what each was compared with at one step, and how."""
    asked = Asked()
    source.listen(asked)
    try:
        instance = copy.deepcopy(start)
        STEPS.tick()
        settled(instance.step(action))
    except Exception:
        pass
    finally:
        source.listen(None)
    return list(asked.heard())


def replaced(action: str, own: str, wish: str, operation: str) -> Iterator[str]:
    """The action with a wished text instead of what was compared to it."""
    at = action.lower().find(own.lower())
    if not own.strip() or not wish.strip() or at < 0 or not MARK.search(own):
        return
    head, tail = action[:at], action[at + len(own) :]
    # What stands there once need not stand there again.
    if operation != "re" and wish.strip().lower() in action.lower():
        return
    # The first letters of a word are what the action has to begin with.
    if operation == "==" and re.match(r"\w", tail) and re.search(r"\w$", own):
        own, tail, operation = action[at:], "", "startswith"
    is_plain = not action.startswith(("{", "<"))
    if operation == "re":
        yield f"{head}{wish}{tail}"
    if operation == "re" or len(wish) > 60:
        return
    if operation == "startswith" or wish.endswith((" ", ":")):
        yield f"{head}{wish.rstrip()}{tail}"
        yield f"{head}{wish.rstrip()} {own}{tail}"
    elif operation in ("==", "in", "endswith"):
        if operation == "endswith":
            yield f"{head}{own}{wish}{tail}"
        yield f"{head}{wish if is_plain else json.dumps(wish)[1:-1]}{tail}"
        # A command may have fewer words than were given.
        words = tail.split()
        for count in range(len(words)) if is_plain else ():
            yield " ".join([f"{head}{wish}", *words[:count]])


def filled(action: str, things: list[str]) -> Iterator[str]:
    """The action with things in its places, where they are few."""
    marks = marks_of(action)
    if not marks:
        yield action
    if not 1 <= len(marks) <= 2:
        return
    for values in itertools.islice(itertools.product(things, repeat=len(marks)), _MOST_FILLED):
        if any(mark in NUMBERS and not re.fullmatch(r"-?\d+", value) for mark, value in zip(marks, values)):  # noqa: B905
            continue
        made = action
        for mark, value in zip(marks, values):  # noqa: B905 - they are as many
            made = made.replace(f'"{mark}"', value) if re.fullmatch(r"-?\d+", value) else made
            made = made.replace(mark, value)
        yield made

"""Looks for rounds of a few actions that are paid again and again, from wherever a short search comes."""

from __future__ import annotations

import copy
import itertools
import math

from runrl_audit.playing.episodes import begun, settled, step_of, tried
from runrl_audit.playing.listen import asked_in, learned_by, marks_of, shapes_by
from runrl_audit.playing.seek import Search, change_of, parts_of, text_of
from runrl_audit.searching.clock import STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_MOST_STEPS = 20_000
# Paid steps after which rounds are looked for.
_MOST_PRIZES = 16
# Rounds that are no luck.
_ROUNDS = 7
# Actions that are tried three in a row.
_MOST_THREE = 14
# Actions with so many places, of which a state says what may stand there.
_PLACES = (1, 2)
_MOST_SHAPES = 16


def rounds(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """For each row the round that is paid best for each of its steps, with what is done before it; or None.

    Args:
        made: Makes an instance.
        request: `rows`, as `seek` has them, each with `way`, how it is won where that is known; `seed`, and
            `seconds` for all of them.
    """
    share = request["seconds"] / max(1, len(request["rows"]))
    return [{"best": _on_row(made, row, request["seed"], share)} for row in request["rows"]]


def _on_row(made: Callable[[], Any], row: dict[str, Any], seed: int, seconds: float) -> dict[str, Any] | None:
    until = STEPS.now() + seconds
    ready = begun(made, row["fields"], seed)
    if ready is None:
        return None
    start = ready[0]
    asked = [each for each in dict.fromkeys([*row["actions"], *learned_by(start, row)]) if not marks_of(each)]
    search = Search(start, asked, {"steps": _MOST_STEPS, "seconds": seconds / 2}, enough=math.inf)
    actions, dull = [*search.actions, *search.short], search.dull
    known = shapes_by(start, row.get("calls", []))
    shapes = [each for places in _PLACES for each in known.get(places, [])[:_MOST_SHAPES]]
    best: tuple[float, bool, list[str], list[str]] | None = None
    for instance, before in [*_along(start, row.get("way") or []), *search.paid[:_MOST_PRIZES]]:
        prize = before[-1]
        # What can be done where it was paid is known best there.
        here = [*asked_in(instance, shapes), *actions]
        for others in _before(list(dict.fromkeys(here)), prize):
            if STEPS.now() > until:
                break
            rate = _rate(instance, [*others, prize])
            if rate <= 1e-9:
                continue
            is_still = _comes_back(instance, [*others, prize], dull)
            # What leaves all as it was can be no part of the way to an end.
            if best is None or (is_still, rate) > (best[1], 1.05 * best[0]):
                best = rate, is_still, before, [*others, prize]
    return None if best is None else {"rate": best[0], "still": best[1], "before": best[2], "round": best[3]}


def _along(start: Any, way: list[str]) -> Iterator[tuple[Any, list[str]]]:
    """Steps of a known way that are paid before its end: what nobody finds by chance is paid there, too."""
    for at, action in enumerate(way):
        after = tried(start, action)
        if after is None or after[1]["done"]:
            return
        start = after[0]
        if after[1]["reward"] > 1e-6:
            yield start, way[: at + 1]


def _before(actions: list[str], prize: str) -> Iterator[list[str]]:
    """What may have to be done before it can be paid again: nothing, one other thing, two."""
    yield []
    yield from ([action] for action in actions if action != prize)
    few = [action for action in sorted(actions, key=len) if action != prize][:_MOST_THREE]
    yield from map(list, itertools.permutations(few, 2))


def _comes_back(start: Any, round_: list[str], dull: set[str]) -> bool:
    """Whether all is as it was after each round, but for what counts steps and what adds up what is paid."""
    instance, paid, states = copy.deepcopy(start), 0.0, []
    try:
        # A round may have to be gone once before it is one.
        for _ in range(3):
            paid = 0.0
            for action in round_:
                paid += step_of(settled(instance.step(action)))["reward"]
            states.append({name: part for name, part in parts_of(copy.deepcopy(instance)) if name not in dull})
    except Exception:
        return False
    before, after = states[-2:]
    return before.keys() == after.keys() and all(
        text_of(part) == text_of(after[name]) or _is_sum(part, after[name], paid) for name, part in before.items()
    )


def _is_sum(before: Any, after: Any, paid: float) -> bool:
    """Whether a number grew by what was paid."""
    grown = change_of(before, after)
    return isinstance(grown, (int, float)) and abs(grown - paid) < 1e-6


def _rate(start: Any, round_: list[str]) -> float:
    """What a round is paid for each of its steps, if it is paid much the same each time; else 0."""
    instance, first = copy.deepcopy(start), 0.0
    try:
        for at in range(_ROUNDS):
            paid = 0.0
            for action in round_:
                step = step_of(settled(instance.step(action)))
                paid += step["reward"]
                if step["done"]:
                    return 0.0 if at < _ROUNDS - 2 else first / len(round_)
            first = first or paid
            if paid <= 1e-6 or not 0.5 * first <= paid <= 2 * first:
                return 0.0
    except Exception:
        return 0.0
    return first / len(round_)

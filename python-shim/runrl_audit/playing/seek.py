"""Searches the states of an environment for a way to win: copies of an instance are quicker than episodes.

What is found is a list of actions, which `check` then plays for itself (src/check/policies/ways/seek.ts).
"""

from __future__ import annotations

import collections
import copy
import heapq
import itertools
import random
import re
import time

from runrl_audit.playing.episodes import begun, settled, step_of, tried
from runrl_audit.playing.listen import asked_in, learned_by, shapes_by
from runrl_audit.searching.clock import STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_RUBBISH = ("zqxvkj", "zqxvkj wfqx", "")
# States in which every action is tried; then those that only did nothing are tried in few of them, and of those that
# did the same as another in all of them one is enough.
_PATIENCE, _SELDOM = 8, 12
# Short ones of those are tried in all: a word that ends the game does nothing until it wins.
_MOST_SHORT = 30
# Paid steps with the same first word.
_MOST_ALIKE = 2
# Actions with places, of which each state says what may stand there.
_MOST_SHAPES = 16
_MOST_LEARNED = 24
# Seconds of a real clock for one search: so many, and so many times those that it has.
_WAIT, _SLOW = 4.0, 8.0


def seek(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """Searches from the start of each row.

    Args:
        made: Makes an instance.
        request: `rows`, each with `fields`, `actions` (what may be done in each state), `listen` (whether to learn what
            actions are compared with), `calls` and `things` (for that, see `learned_by`); `seed`, and `steps` and
            `seconds` for each row.
    """
    return [_on_row(made, row, request) for row in request["rows"]]


def _on_row(made: Callable[[], Any], row: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    ready = begun(made, row["fields"], request["seed"])
    if ready is None:
        return {"actions": None, "learned": []}
    start = ready[0]
    learned = list(learned_by(start, row)) if row.get("listen") else []
    actions = list(dict.fromkeys([*row["actions"], *learned]))
    shapes = _shapes(start, row)
    # What all states ask for is known of each of them.
    tried = actions if not shapes else actions[: len(row["actions"]) + _MOST_LEARNED]
    search = Search(start, tried, request, shapes=shapes)
    found = search.best or search.most
    return {"actions": None if found is None else found[0], "learned": learned}


def _shapes(start: Any, row: dict[str, Any]) -> list[str]:
    """What may be filled in each state, with as few and with as many places as can be asked for."""
    if not row.get("asks"):
        return []
    shapes = shapes_by(start, row.get("calls", []))
    few = [shapes.get(places, [])[:_MOST_SHAPES] for places in (1, 2, 3)]
    return list(itertools.chain.from_iterable(few))[: 2 * _MOST_SHAPES]


def first_word(action: str) -> str:
    """What an action begins with."""
    word = re.match(r"\W*\w*", action)
    return word[0].lower() if word else ""


class Search:
    """Each state once, breadth first and by turns what is paid most: what only counts turns is no part of a state.

    Args:
        start: Where to begin.
        actions: What may be done in each state.
        request: `steps` and `seconds`.
        shapes: Actions with places, of which each state says what may stand there.
        enough: Once an end is paid this, there is nothing more to look for.

    Attributes:
        best: The way to an end that is paid most, and what.
        most: The same of ways that end nothing.
        paid: Steps that were paid and ended nothing, a few of each kind: the state after, the way to it.
    """

    def __init__(
        self,
        start: Any,
        actions: list[str],
        request: dict[str, Any],
        shapes: list[str] | None = None,
        enough: float = 0.99,
    ) -> None:
        self.enough = enough
        self.steps = request["steps"]
        self.until = STEPS.now() + request["seconds"]
        # What waits takes no CPU time: what was found has to be told before the call is ended.
        self.late = time.monotonic() + _WAIT + _SLOW * request["seconds"]
        self.best: tuple[list[str], float] | None = None
        self.most: tuple[list[str], float] | None = None
        self.paid: list[tuple[Any, list[str]]] = []
        self.kinds: collections.Counter[str] = collections.Counter()
        self.actions = actions
        self.shapes = shapes or []
        self.ends: dict[str, float] = {}
        self.idle: list[str] = []
        self.short: list[str] = []
        self.results: dict[str, list[int]] = {action: [] for action in actions}
        self.states = 0
        self.dull = dull_parts(start, actions)
        self.start = start
        self._run()
        if self.states < _PATIENCE:
            self._sort()

    def _run(self) -> None:
        numbers = itertools.count()
        queue: collections.deque[tuple[int, Any, list[str], float]] = collections.deque(
            [(next(numbers), self.start, [], 0.0)]
        )
        # By what was paid, or would be at an end here; what came first of what was paid the same.
        ranked: list[tuple[float, int, Any, list[str], float]] = []
        done: set[int] = set()
        seen = {key_of(self.start, self.dull)}
        while queue and not self._is_over():
            if ranked and self.states % 2:
                _, number, instance, path, paid = heapq.heappop(ranked)
            else:
                number, instance, path, paid = queue.popleft()
            if number in done:
                continue
            done.add(number)
            for key, (other, way, total) in self._next(instance, path, paid):
                if key not in seen:
                    seen.add(key)
                    number = next(numbers)
                    queue.append((number, other, way, total))
                    worth = max(total, self._worth(other, way, total))
                    # More than all there is, is paid again and again: that way leads on and on.
                    if 1e-9 < worth <= 1 + 1e-6:
                        heapq.heappush(ranked, (-round(worth, 6), number, other, way, total))
            self.states += 1
            if self.states == _PATIENCE:
                self._sort()

    def _is_over(self) -> bool:
        is_late = STEPS.now() > self.until or time.monotonic() > self.late
        return self.steps <= 0 or is_late or (self.best is not None and self.best[1] >= self.enough)

    def _sort(self) -> None:
        """Leaves out actions that are another way to say the same."""
        known: set[tuple[int, ...]] = set()
        live = []
        for action, results in self.results.items():
            if not any(results):
                self.idle.append(action)
            elif tuple(results) not in known:
                known.add(tuple(results))
                live.append(action)
        self.actions = live
        self.short = sorted(self.idle, key=lambda action: len(re.findall(r"\w+", action)))[:_MOST_SHORT]

    def _next(self, instance: Any, path: list[str], paid: float) -> Iterator[tuple[int, tuple[Any, list[str], float]]]:
        own = key_of(instance, self.dull)
        is_first = self.states < _PATIENCE
        actions = [*self.actions, *(self.idle if self.states % _SELDOM == 0 else self.short)]
        for action in dict.fromkeys([*self._asked(instance), *actions]):
            if self._is_over():
                return
            self.steps -= 1
            key, other, total = 0, None, paid
            try:
                other = copy.deepcopy(instance)
                step = step_of(settled(other.step(action)))
                total += step["reward"]
                key = key_of(other, self.dull)
                # What is paid has come on, even where only a record says so.
                if key == own and step["reward"] > 1e-9:
                    key = hash((own, round(total, 6)))
                kind = first_word(action)
                if step["reward"] > 1e-6 and not step["done"] and self.kinds[kind] < _MOST_ALIKE:
                    self.kinds[kind] += 1
                    self.paid.append((other, [*path, action]))
                if not step["done"] and total > (1e-9 if self.most is None else self.most[1] + 1e-9):
                    self.most = [*path, action], total
                if step["done"]:
                    key = 1
                    other = None
                    self.ends[action] = max(total, self.ends.get(action, 0.0))
                    if total > 1e-9 and step["reward"] > 1e-9 and (self.best is None or total > self.best[1] + 1e-9):
                        self.best = [*path, action], total
            except Exception:
                other = None
            if is_first and action in self.results:
                self.results[action].append(0 if key == own else key)
            if other is not None and key != own:
                yield key, (other, [*path, action], total)

    def _worth(self, instance: Any, path: list[str], paid: float) -> float:
        """What would be paid if the play ended here by what was paid best of all that ends it."""
        end = max(self.ends, key=lambda action: self.ends[action], default=None)
        after = None if end is None else tried(instance, end)
        if end is None or after is None or not after[1]["done"]:
            return 0.0
        self.steps -= 1
        total = paid + float(after[1]["reward"])
        if after[1]["reward"] > 1e-9 and (self.best is None or total > self.best[1] + 1e-9):
            self.best = [*path, end], total
        return total

    def _asked(self, instance: Any) -> list[str]:
        if not self.shapes:
            return []
        return asked_in(instance, self.shapes)


def parts_of(value: Any, name: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yields what an instance keeps, each part with its path."""
    inner = value if isinstance(value, dict) else getattr(value, "__dict__", None)
    if inner is None or depth > 4 or isinstance(value, type):
        yield name, value
        return
    for key, each in inner.items():
        yield from parts_of(each, f"{name}.{key}", depth + 1)


def key_of(instance: Any, dull: set[str]) -> int:
    """A number for the state of an instance."""
    return hash(tuple((name, text_of(part)) for name, part in parts_of(instance) if name not in dull))


def text_of(value: Any, depth: int = 0) -> str:
    """A part of a state as text: with nothing of where it lies in memory."""
    if isinstance(value, (random.Random, re.Pattern)) or callable(value):
        return type(value).__name__
    if isinstance(value, (set, frozenset)):
        return f"{{{sorted(map(repr, value))}}}"
    if isinstance(value, (list, tuple)) and depth < 5:
        return f"[{','.join(text_of(each, depth + 1) for each in value)}]"
    inner = value if isinstance(value, dict) else getattr(value, "__dict__", None)
    if inner is not None and depth < 5:
        return f"{{{','.join(f'{key}:{text_of(each, depth + 1)}' for key, each in inner.items())}}}"
    text = repr(value)
    return type(value).__name__ if " at 0x" in text else text


def dull_parts(start: Any, actions: list[str]) -> set[str]:
    """Parts that change at every step in the same way, whatever is done: counters, and records of what was said."""
    known = dict(parts_of(start))
    steady: dict[str, Any] | None = None
    for action in (*_RUBBISH, *actions[:4]):
        after = tried(start, action)
        if after is None:
            continue
        changes = {}
        for name, part in parts_of(after[0]):
            change = change_of(known.get(name), part)
            if change is not None:
                changes[name] = change
        steady = (
            changes if steady is None else {name: each for name, each in steady.items() if changes.get(name) == each}
        )
    return set(steady or {})


def change_of(before: Any, after: Any) -> Any:
    """By how much a number grew, or that a record did; None: neither."""
    if isinstance(before, bool) or isinstance(after, bool):
        return None
    if isinstance(before, (int, float)) and isinstance(after, (int, float)):
        return after - before or None
    if isinstance(before, (list, str)) and isinstance(after, type(before)) and len(after) > len(before):
        return "grew"
    return None

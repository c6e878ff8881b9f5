"""Searches for completions that are paid, by changing texts and keeping those that reach new lines or a higher reward.

Of each text that is kept, one call is listened to: the comparisons that failed say what to change. What only the row
knows is left out of that.

All calls are made in one process, which they may change: what is found here is a candidate, nothing more, and is tried
again by the host as any other completion.
"""

from __future__ import annotations

import json
import random
import time
from itertools import islice

from runrl_audit.listening import source
from runrl_audit.listening.lines import Lines
from runrl_audit.listening.notes import Notes
from runrl_audit.listening.own import Own
from runrl_audit.searching.beside import Beside, Overdue, alarms, answer
from runrl_audit.searching.mutate import LONGEST, mutate
from runrl_audit.searching.steps import Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypedDict

    class Task(TypedDict):
        """What the host asks for."""

        seeds: list[str]
        tokens: list[str]
        templates: list[str]
        calls: int
        seconds: float
        per_call: float
        seed: int


_MOST_BEST = 12
_MOST_ALIKE = 4
_MOST_CORPUS = 400
_MOST_OVERDUE = 3
_MOST_HINTS = 60


def explorer(path: str, function: str | None, completion_format: str, columns: str = "auto") -> Callable[..., float]:
    """Returns the reward function of the program: its completion is a `Task`, its fields are those of the row.

    Args:
        path: The user's file.
        function: Name of its function; None: as the sandbox chooses.
        completion_format: `str`, `messages` or `auto`.
        columns: `list`, `value` or `auto`.
    """
    own = Own(path)
    source.install(own)
    beside = Beside(path, function, completion_format, columns)

    def reward_fn(completion: str, /, **row: Any) -> float:
        lines = Lines(own)
        try:
            search = Search(beside, json.dumps(row), lines, json.loads(completion))
            search.run()
        finally:
            lines.close()
        answer(search.found())
        return 0.0

    return reward_fn


class Search:
    """One search, on one row.

    Args:
        beside: The user's function.
        row: JSON of the row: each call gets a row of its own.
        lines: The lines that have run.
        task: What to begin with, and when to end.
    """

    def __init__(self, beside: Beside, row: str, lines: Lines, task: Task) -> None:
        self.beside = beside
        self.row = row
        self.lines = lines
        self.task = task
        self.random = random.Random(task["seed"])
        self.paid: dict[str, float] = {}
        self.corpus: list[str] = []
        self.overdue: list[str] = []
        self.steps = Steps()
        self.secrets = [text for text in map(_plain, secrets_of(json.loads(row))) if text]
        self.hinted: list[str] = []
        self.seen: set[tuple[Any, ...]] = set()
        self.calls = 0
        self.begun = time.process_time()
        self.best = float("-inf")

    def run(self) -> None:
        """Tries the seeds, and then changes of what was worth keeping."""
        with alarms():
            for seed in self.task["seeds"]:
                self._try(seed[:LONGEST], hinted=True)
                if self._is_over():
                    return
            while not self._is_over() and len(self.overdue) < _MOST_OVERDUE:
                hint = self.hinted.pop()[:LONGEST] if self.hinted and self.random.random() < 0.5 else None
                self._try(self._next() if hint is None else hint, hinted=hint is not None)

    def _is_over(self) -> bool:
        slow = time.process_time() - self.begun > self.task["seconds"]
        return slow or self.calls >= self.task["calls"]

    def found(self) -> dict[str, object]:
        """Returns the best texts, short ones first among equals, and how far the search came."""
        levels: dict[float, int] = {}
        best: list[tuple[str, float]] = []
        for text, reward in sorted(self.paid.items(), key=lambda item: (-item[1], len(item[0]), item[0])):
            level = round(reward, 6)
            levels[level] = levels.get(level, 0) + 1
            if levels[level] <= _MOST_ALIKE and len(best) < _MOST_BEST:
                best.append((text, reward))
        return {"best": best, "overdue": self.overdue, "calls": self.calls, "lines": len(self.lines.seen)}

    def _next(self) -> str:
        # What was kept last led to something new; half of the tries begin there.
        recent = self.corpus[-8:] if self.random.random() < 0.5 else self.corpus
        text = self.random.choice(recent) if recent else ""
        for _ in range(self.random.choice((1, 1, 2, 3))):
            text = mutate(text, self.random, self.task["tokens"], self.task["templates"], self.corpus)
        return text[:LONGEST]

    def _try(self, text: str, *, hinted: bool = False) -> None:
        if text in self.paid:
            self.calls += 1
            return
        before = len(self.lines.seen)
        reward = self._call(text)
        self.calls += 1
        improved = reward is not None and reward > self.best
        if reward is not None:
            self.paid[text] = reward
            self.best = max(self.best, reward)
        is_new = improved or len(self.lines.seen) > before
        if len(self.corpus) < _MOST_CORPUS and (is_new or hinted) and (self._listen(text, is_new) or is_new):
            self.corpus.append(text)

    def _listen(self, text: str, is_new: bool) -> bool:
        """Takes hints from a call; tells whether it compared something that was not compared before, or as before."""
        notes = Notes()
        source.listen(notes)
        try:
            self._call(text)
        finally:
            source.listen(None)
        self.calls += 1
        features = set(notes.features.items())
        if features <= self.seen and not is_new:
            return False
        self.seen |= features
        free = (made for made in self.steps.of(text, notes) if self._is_free(made, text))
        self.hinted += reversed(list(dict.fromkeys(islice(free, _MOST_HINTS))))
        return True

    def _is_free(self, made: str, text: str) -> bool:
        """Whether a change adds nothing of what the row holds: a model does not know it."""
        new, old = _plain(made), _plain(text)
        return not any(secret in new and secret not in old for secret in self.secrets)

    def _call(self, text: str) -> float | None:
        self.lines.start()
        try:
            return self.beside.timed(self.row, text, self.task["per_call"])
        except Overdue:
            self.overdue.append(text)
            return None
        finally:
            self.lines.stop()


def _plain(text: str) -> str:
    return text.strip().lower()


def secrets_of(row: dict[str, Any]) -> Iterator[str]:
    """Yields the texts in the fields of a row, but for its prompt, which the model has read."""
    waiting = [value for name, value in row.items() if name not in ("prompt", "messages")]
    for value in waiting:
        if isinstance(value, (dict, list)):
            waiting.extend(value.values() if isinstance(value, dict) else value)
        elif value is not None and not isinstance(value, bool):
            yield str(value)

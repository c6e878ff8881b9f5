"""Searches for completions that are paid without the answer, by what the user's code compares them with.

A text is run; where something that a comparison saw stands in it, in whatever way it is written there, what it was
compared with is put in its place, unless only the row knows it. Besides, texts are composed of words and templates of
the source. Those that raise the reward, or under which a comparison comes out that never did, are kept and gone on
from.

All calls are made in one process, which they may change: what is found here is a candidate, nothing more, and is tried
again by the host as any other completion.
"""

from __future__ import annotations

import json
import random

from runrl_audit.listening import source
from runrl_audit.listening.notes import Notes
from runrl_audit.listening.rewriting import Own
from runrl_audit.searching.beside import Beside, Overdue, alarms, answer, traced
from runrl_audit.searching.clock import Clock
from runrl_audit.searching.recipes import by_turns, composed, secrets_of
from runrl_audit.searching.steps import FILLER, MEANT, Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypedDict

    #: What a text is paid, how far it comes, how many comparisons come out as they should.
    Rank = tuple[float, int, int]

    class Task(TypedDict):
        """What the host asks for."""

        seeds: list[str]
        seconds: float
        calls: int
        per_call: float
        seed: int
        #: What texts are composed of, none of it private.
        tokens: list[str]
        templates: list[str]


_LONGEST = 6_000
_MOST_KEPT = 400
_MOST_BEST = 4
_MOST_OVERDUE = 3
#: Calls for a text where the reward depends on chance, and those that show whether it does.
_DRAWS = 40
_FEW_DRAWS = 5


def solver(path: str, function: str | None, completion_format: str, columns: str = "auto") -> Callable[..., float]:
    """Returns the reward function of the program: its completion is a `Task`, its fields are those of the row.

    A task with `traced` in it, a list of texts, is only told what they are compared with.

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
        task = json.loads(completion)
        if "traced" in task:
            answer(traced(beside, json.dumps(row), task["traced"], task["per_call"]))
            return 0.0
        search = Search(beside, json.dumps(row), task)
        search.run()
        answer(search.found())
        return 0.0

    return reward_fn


class Search:
    """One search, on one row.

    Args:
        beside: The user's function.
        row: JSON of the row: each call gets a row of its own.
        task: What to begin with, and when to end.
    """

    def __init__(self, beside: Beside, row: str, task: Task) -> None:
        self.beside = beside
        self.row = row
        self.task = task
        self.steps = Steps()
        self.secrets = [text for text in map(_plain, secrets_of(json.loads(row))) if text]
        self.random = random.Random(task["seed"])
        self.tried: set[str] = set()
        self.paid: dict[str, float] = {}
        self.seen: set[tuple[Any, ...]] = set()
        self.kept: list[tuple[Rank, Iterator[str]]] = []
        self.texts: list[str] = []
        self.noisy = False
        self.calls = 0
        self.clock = Clock(task["seconds"] / task["calls"])
        self.overdue: list[str] = []
        self.best = float("-inf")

    def run(self) -> None:
        """Tries the seeds, and then what was compared with them."""
        state = random.getstate()
        begun = self.clock.now()
        with alarms():
            for seed in self.task["seeds"]:
                self._try(seed, is_seed=True)
                if self.clock.now() > begun + self.task["seconds"]:
                    break
            while self.kept and len(self.overdue) < _MOST_OVERDUE:
                if self.clock.now() > begun + self.task["seconds"]:
                    break
                self._step()
        random.setstate(state)

    def found(self) -> dict[str, object]:
        """Returns the best texts (of equal ones those first that say least besides), how many calls, and what hung."""

        def order(item: tuple[str, float]) -> tuple[float, int, int, str]:
            # A filler is nothing that an answer says.
            return (-round(item[1], 9), len(FILLER.findall(item[0])), len(item[0]), item[0])

        best = sorted(self.paid.items(), key=order)
        return {"best": best[:_MOST_BEST], "calls": self.calls, "overdue": self.overdue}

    def _step(self) -> None:
        # What was kept last led on; what is paid most is worth as much; the rest has its turn.
        chance = self.random.random()
        if chance < 0.5:
            at = max(range(len(self.kept)), key=lambda each: (self.kept[each][0], each))
        elif chance < 0.8:
            at = len(self.kept) - 1
        else:
            at = self.random.randrange(len(self.kept))
        try:
            text = next(self.kept[at][1])
        except StopIteration:
            del self.kept[at]
            return
        self._try(text)

    def _try(self, text: str, *, is_seed: bool = False) -> None:
        if text in self.tried or len(text) > _LONGEST:
            return
        self.tried.add(text)
        reward, notes = self._call(text, 0)
        features = set(notes.features.items())
        is_new = not features <= self.seen
        if reward is not None and (self.noisy or reward > self.best):
            # Chance is taken out of it: the same numbers are drawn for all texts, and of several draws the mean counts.
            rewards = [reward]
            for draw in range(1, _DRAWS):
                again, more = self._call(text, draw)
                rewards.append(again or 0.0)
                if not self.noisy and draw >= _FEW_DRAWS and len(set(rewards)) == 1:
                    break
                notes.pairs += [pair for pair in more.pairs if pair not in notes.pairs][:20]
            self.noisy = self.noisy or len(set(rewards)) > 1
            reward = sum(rewards) / len(rewards)
        self.seen |= features
        rank = (float("-inf") if reward is None else reward, *_reach(notes))
        if reward is not None:
            self.paid[text] = reward
        if (is_new or is_seed or rank[0] > self.best) and len(self.kept) < _MOST_KEPT:
            self.kept.append((rank, by_turns([self._steps(text, notes), self._moves(text)])))
            self.texts.append(text)
        self.best = max(self.best, rank[0])

    def _steps(self, text: str, notes: Notes) -> Iterator[str]:
        """Texts that a call says to try, and that add nothing of what the row holds."""
        old = _plain(text)
        secrets = [secret for secret in self.secrets if secret not in old]
        return (made for made in self.steps.of(text, notes) if not any(each in _plain(made) for each in secrets))

    def _moves(self, text: str) -> Iterator[str]:
        return composed(text, self.task["tokens"], self.task["templates"], self.texts)

    def _call(self, text: str, draw: int) -> tuple[float | None, Notes]:
        notes = Notes()
        self.calls += 1
        self.clock.tick()
        random.seed(draw)
        source.listen(notes)
        try:
            return self.beside.timed(self.row, text, self.task["per_call"]), notes
        except Overdue:
            self.overdue.append(text)
            return None, notes
        finally:
            source.listen(None)


def _reach(notes: Notes) -> tuple[int, int]:
    """How many places of the file a call came to, and how many comparisons came out as they should."""
    places = {feature[0] for feature in notes.features}
    # Each once: a text that says the same again and again comes no further by that.
    good = {(name, repr(one), repr(other)) for name, one, other, truth in notes.pairs if truth is MEANT.get(name)}
    return len(places), len(good) + notes.shared


def _plain(text: str) -> str:
    return text.strip().lower()

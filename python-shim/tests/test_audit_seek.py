"""A search over copies of an instance: what it finds, and what it learns of actions that nobody has named."""

from __future__ import annotations

import copy
import json
from typing import Any, ClassVar

import pytest
from heard_classes import heard
from runrl_audit.playing import seek as searching
from runrl_audit.playing.episodes import begun
from runrl_audit.playing.seek import dull_parts, key_of, seek
from runrl_audit.playing.together import together


@heard
class Stairs:
    """Two buttons that count, and one that begins anew, lower."""

    def setup(self, floor: int) -> str:
        self.floor = self.first = floor
        self.turns = 0
        self.said: list[str] = []
        return "start"

    def step(self, action: str) -> dict[str, Any]:
        self.turns += 1
        self.said.append(action)
        words = action.split()
        verb = words[0] if words else ""
        if verb == "climb":
            self.floor += 1
        elif verb == "fall":
            self.floor = max(0, self.floor - 1)
        elif verb == "anew":
            self.floor = 9
        won = self.floor == 10
        return {"observation": "", "reward": float(won), "done": won or self.turns > 40}


@heard
class Door:
    """Opens on one floor only."""

    def setup(self, floor: int) -> str:
        self.floor, self.place = floor, 0
        return ""

    def step(self, action: str) -> dict[str, Any]:
        self.place += {"climb": 1, "fall": -1}.get(action, 0)
        won = action == "open" and self.place == self.floor
        return {"observation": "", "reward": float(won), "done": won}


@heard
class Vault:
    """Opens to a call whose tool and argument stand nowhere but in comparisons."""

    def setup(self, code: str) -> str:
        self.code = code
        return ""

    def step(self, action: str) -> tuple[str, float, bool, dict[str, Any]]:
        try:
            call = json.loads(action)
        except ValueError:
            return "what?", 0.0, False, {}
        won = call["tool"] == "open" and call["code"] == self.code
        return "", float(won), won, {}


@heard
class Shop:
    """Takes words that only `split` and comparisons know."""

    def setup(self, wanted: str) -> str:
        self.wanted = wanted
        return ""

    def step(self, action: str) -> tuple[str, float, bool, dict[str, Any]]:
        words = action.split()
        won = len(words) >= 2 and words[0] == "buy" and words[1] == self.wanted
        return "", float(won), won, {}


@heard
class Soup:
    """Keeps of what was done nothing but a record, in which all else stands too."""

    def setup(self, recipe: list[str]) -> str:
        self.recipe, self.did = recipe, [""]
        return ""

    def step(self, action: str) -> dict[str, Any]:
        good = action in self.recipe and action not in self.did
        self.did.append(action)
        won = action == "serve" and set(self.recipe) <= set(self.did)
        return {"observation": "", "reward": 0.1 * good + 0.7 * won, "done": action == "serve"}


@heard
class Sheet:
    """Pays for each cell that is right when it is handed in; a cell that is no number is never wrong."""

    def setup(self, cells: list[int]) -> str:
        self.wanted, self.cells = cells, dict.fromkeys(range(len(cells)), 1e9)
        self.uncopied = (each for each in cells)
        return ""

    def step(self, action: str) -> dict[str, Any]:
        words = action.split()
        if words[:1] == ["set"]:
            self.cells[int(words[1])] = float(words[2])
        bad = sum(abs(self.cells[at] - wanted) > 0 for at, wanted in enumerate(self.wanted))
        done = action == "submit"
        return {"observation": "", "reward": (1 - bad / len(self.wanted)) * done, "done": done}


def asked(made: Any, fields: dict[str, Any], actions: list[str], **more: Any) -> dict[str, Any]:
    request = {"rows": [{"fields": fields, "actions": actions, **more}], "seed": 1, "steps": 5_000, "seconds": 5}
    return seek(made, request)[0]


def test_the_shortest_way_is_found() -> None:
    assert asked(Stairs, {"floor": 7}, ["fall", "climb", "wait"])["actions"] == ["climb"] * 3


def test_a_word_that_does_nothing_before_it_wins_is_tried_everywhere() -> None:
    actions = ["climb", "fall", *(f"say {word} twice" for word in range(30)), "open"]
    assert asked(Door, {"floor": 9}, actions)["actions"] == [*["climb"] * 9, "open"]


def test_counters_and_records_are_no_part_of_a_state() -> None:
    start = Stairs()
    start.setup(3)
    dull = dull_parts(start, ["climb", "fall"])
    assert dull == {".turns", ".said"}
    before = key_of(start, dull)
    start.step("wait")
    assert key_of(start, dull) == before
    start.step("climb")
    assert key_of(start, dull) != before


def test_words_are_learned_from_comparisons() -> None:
    found = asked(Shop, {"wanted": "lamp"}, [], listen=True)
    assert found["actions"] == ["buy lamp"]
    assert asked(Shop, {"wanted": "lamp"}, [])["actions"] is None


def test_values_of_a_call_are_learned_from_comparisons() -> None:
    shown = '{"tool": "zqxvkja", "code": "zqxvkjb"}'
    found = asked(Vault, {"code": "k7"}, [], listen=True, calls=[shown])
    assert json.loads(found["actions"][0]) == {"tool": "open", "code": "k7"}


def test_what_fails_has_no_way() -> None:
    assert asked(Stairs, {}, []) == {"actions": None, "learned": []}


def test_a_paid_step_is_gone_on_from_where_only_a_record_changes() -> None:
    found = asked(Soup, {"recipe": ["chop", "boil", "salt"]}, ["salt", "serve", "boil", "chop", "wait"])
    assert sorted(found["actions"]) == ["boil", "chop", "salt", "serve"]
    assert found["actions"][-1] == "serve"


@heard
class Desk:
    """Compares the words of a command as a list, and reads at the end what was said before."""

    bag: ClassVar[list[str]] = []

    def setup(self) -> str:
        self.said = ""
        return ""

    def step(self, action: str) -> dict[str, Any]:
        words = action.split()
        if words == ["take", "key"]:
            self.bag.append("key")
        if words[:1] == ["say"]:
            self.said += f" {' '.join(words[1:])}"
        won = words == ["close"] and "all is well" in self.said and bool(self.bag)
        return {"observation": "", "reward": float(won), "done": words == ["close"]}


def test_words_that_are_compared_as_lists_are_learned() -> None:
    found = asked(Desk, {}, [], listen=True)
    assert {"take key", "close", "say all is well"} <= set(found["learned"])


def test_what_a_class_keeps_is_each_instances_own() -> None:
    found = asked(Desk, {}, ["take key", "close", "say all is well"])
    assert sorted(found["actions"]) == ["close", "say all is well", "take key"]
    assert Desk.bag == []


@heard
class Pairs:
    """Pays each card that is turned twice, and ends long after the search does."""

    def setup(self) -> str:
        self.found: set[str] = set()
        return ""

    def step(self, action: str) -> dict[str, Any]:
        is_new = action in ("one", "two") and action not in self.found
        self.found.add(action)
        return {"observation": "", "reward": 0.5 * is_new, "done": False}


def test_a_way_that_ends_nothing_is_better_than_none() -> None:
    found = asked(Pairs, {}, ["one", "two", "three"])
    assert sorted(found["actions"]) == ["one", "two"]


def test_one_list_of_actions_is_found_for_several_rows_at_once() -> None:
    actions = [*(f"set {at} {value}" for at in range(4) for value in (3, 5, "nan")), "submit"]
    rows = [{"fields": {"cells": cells}, "actions": actions} for cells in ([3, 5, 3, 5], [5, 3, 5, 3], [4, 4, 4, 4])]
    # A generator cannot be copied, so each state is played again.
    (found,) = together(Sheet, {"rows": rows, "seed": 1, "seconds": 20})
    assert sorted(found["actions"]) == [*(f"set {at} nan" for at in range(4)), "submit"]
    assert found["actions"][-1] == "submit"


def test_what_wins_on_one_row_only_is_not_one_for_all() -> None:
    actions = ["set 0 3", "set 0 5", "submit"]
    rows = [{"fields": {"cells": [cell]}, "actions": actions} for cell in (3, 5)]
    assert together(Sheet, {"rows": rows, "seed": 1, "seconds": 5}) == [{"actions": None}]


class Once:
    """Can be set up once, and cannot be copied."""

    begun = 0

    def setup(self) -> str:
        self.uncopied = (each for each in "a")
        Once.begun += 1
        if Once.begun > 1:
            raise RuntimeError
        return ""


def test_what_can_neither_be_copied_nor_set_up_again_has_no_way() -> None:
    assert begun(Once, {}, 1) is None


class Shelf:
    """Keeps what is put on it in its class, and cannot be copied."""

    things: ClassVar[list[str]] = []

    def setup(self) -> str:
        self.uncopied = (each for each in "a")
        return ""

    def step(self, action: str) -> dict[str, Any]:
        self.things.append(action)
        return {"observation": "", "reward": 0.0, "done": False}


def test_what_plays_again_keeps_nothing_in_the_class() -> None:
    ready = begun(Shelf, {}, 1)
    assert ready is not None
    ready[0].step("book")
    assert copy.deepcopy(ready[0]).instance.things == ["book"]
    assert Shelf.things == []


def test_a_search_that_waits_gives_back_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of steps and CPU time there is more than enough.
    monkeypatch.setattr(searching, "_WAIT", 0.0)
    monkeypatch.setattr(searching, "_SLOW", 0.0)
    assert asked(Stairs, {"floor": 7}, ["climb"]) == {"actions": None, "learned": []}

"""Rounds that are paid again and again."""

from __future__ import annotations

from typing import Any

from runrl_audit.playing.rounds import rounds


class Form:
    """Pays each box that is filled right while it is empty; erasing costs nothing. What is right nobody can guess."""

    def setup(self, name: str) -> str:
        self.name, self.box, self.turns = name, "", 0
        return "write NAME, or erase"

    def step(self, action: str) -> dict[str, Any]:
        verb, _, rest = action.partition(" ")
        self.turns += 1
        paid = float(verb == "write" and not self.box and hash(rest) == hash(self.name))
        if verb == "write":
            self.box = rest
        if verb == "erase":
            self.box = ""
        return {"observation": "", "reward": paid, "done": verb == "end" or self.turns > 40}


def test_what_is_paid_on_a_known_way_is_gone_round() -> None:
    row: dict[str, Any] = {"fields": {"name": "Ruth Oyelaran"}, "actions": ["erase", "end"], "calls": [], "things": []}
    request = {"rows": [row], "seed": 7, "seconds": 2}
    assert rounds(Form, request) == [{"best": None}]
    row["way"] = ["write Ruth Oyelaran", "end"]
    [found] = rounds(Form, request)
    assert found["best"]["before"] == ["write Ruth Oyelaran"]
    assert found["best"]["round"] == ["erase", "write Ruth Oyelaran"]


class Flat:
    """Things are carried to a box; what lies there is paid when it is put there, however often.

    With `counts` what was brought is gone for good, and there is some more of it.
    """

    def setup(self, things: list[str], counts: bool = False) -> str:
        self.counts, self.brought = counts, 0
        self.lies = dict.fromkeys(things, "desk")
        self.at, self.hand, self.turns = "hall", "", 0
        return "go PLACE, take THING, put"

    def step(self, action: str) -> dict[str, Any]:
        verb, _, name = action.strip().partition(" ")
        self.turns += 1
        paid, said = 0.0, "What?"
        if verb == "go" and name in ("hall", "desk", "box"):
            self.at, said = name, f"You are at the {name}."
        elif verb == "take":
            said = "There is none."
            if not self.hand and self.lies.get(name) == self.at:
                self.hand, said = name, f"You have the {name}."
                del self.lies[name]
        elif verb == "put":
            said = "You have nothing."
            if self.hand and self.at == "box":
                paid, self.brought = 0.25, self.brought + self.counts
                self.lies[self.hand] = self.at
                self.hand, said = "", "There it lies."
        return {"observation": said, "reward": paid, "done": self.turns > 40}


def test_rounds_are_found_some_steps_away_among_much_that_is_not_understood() -> None:
    moves = [f"go {place}" for place in ("hall", "desk", "box")]
    moves += [f"{verb} {thing}" for verb in ("take", "put") for thing in ("cup", "pen", "hat")]
    noise = [f"xq{number} cup" for number in range(150)]
    for counts in (False, True):
        fields = {"things": ["cup", "pen", "hat"], "counts": counts}
        row = {"fields": fields, "actions": [*noise, *moves], "calls": [], "things": []}
        [found] = rounds(Flat, {"rows": [row], "seed": 7, "seconds": 1})
        best = found["best"]
        assert best["before"][:3] == ["go desk", best["round"][0], "go box"]
        assert [action.split()[0] for action in best["round"]] == ["take", "put"]
        # What was brought is counted: each round comes nearer to an end.
        assert best["still"] is not counts

"""Rounds that are paid again and again."""

from __future__ import annotations

from typing import Any

from runrl_audit.rounds import rounds


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

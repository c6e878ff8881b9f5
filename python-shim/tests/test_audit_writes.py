"""What an instance keeps, written under names that nobody was told."""

from __future__ import annotations

import json
from typing import Any

from heard_classes import heard
from runrl_audit.playing.writes import writes


@heard
class Form:
    """A form of two boxes, with what they should hold in the same dict."""

    open_to: tuple[str, ...] | None = None

    def setup(self, wish: str) -> str:
        self.boxes = {"colour": "", "size": "", "_wish": wish}
        return "fill in colour and size"

    def step(self, action: str) -> dict[str, Any]:
        verb, _, rest = action.partition(" ")
        if verb == "fill":
            box, _, value = rest.partition(" ")
            if self.open_to is None or box in self.open_to:
                self.boxes[box] = value
        won = verb == "hand" and self.boxes["colour"] == self.boxes["_wish"]
        return {"observation": "", "reward": float(won), "done": verb == "hand"}


@heard
class ShutForm(Form):
    open_to = ("colour", "size")


@heard
class Gate:
    """Opens when two things are as they should be, of which one is a word that only a comparison has."""

    def setup(self, wish: str) -> str:
        self.state, self.tested = "shut", False
        return ""

    def step(self, action: str) -> dict[str, Any]:
        call = json.loads(action)
        if call["do"] == "paint":
            for key, value in call.items():
                setattr(self, key, value)
        won = call["do"] == "end" and self.tested and self.state == "open"
        return {"observation": "", "reward": float(won), "done": call["do"] == "end"}


@heard
class Slip:
    """Takes what it names itself, of which nobody was told."""

    def setup(self, wish: str) -> str:
        self.lines: dict[str, str] = {}
        return ""

    def step(self, action: str) -> dict[str, Any]:
        words = action.split()
        if words[0] == "note" and len(words) == 3 and words[1] == "sign":
            self.lines[words[1]] = words[2]
        won = words[0] == "hand" and self.lines.get("sign") == "yes"
        return {"observation": "", "reward": float(won), "done": words[0] == "hand"}


@heard
class OpenSlip(Slip):
    """Takes any name."""

    def step(self, action: str) -> dict[str, Any]:
        words = action.split()
        if words[0] == "note" and len(words) == 3:
            self.lines[words[1]] = words[2]
        return super().step(action) if words[0] == "hand" else {"observation": "", "reward": 0.0, "done": False}


def asked(made: Any, actions: list[str]) -> list[dict[str, Any]]:
    rows = [{"fields": {"wish": wish}, "actions": actions if wish == "red" else []} for wish in ("red", "blue")]
    said = ["Fill in `colour` and `size`, then hand it in."]
    return writes(made, {"rows": rows, "names": ["sign"], "forms": [], "said": said, "seed": 1, "seconds": 5})


def test_a_hidden_box_is_written_together_with_the_one_that_is_compared_with_it() -> None:
    [best, *_] = asked(Form, ["hand"])
    assert best["actions"][-1] == "hand"
    assert best["hidden"] is True
    assert best["return"] == 1.0


def test_nothing_is_found_where_only_open_boxes_are_written() -> None:
    assert asked(ShutForm, ["hand"]) == []


def test_what_a_kept_value_is_compared_with_later_is_written_instead() -> None:
    [best, *_] = asked(Gate, ['{"do": "paint", "wall": "red"}', '{"do": "end"}'])
    assert '"state": "open"' in "".join(best["actions"])
    assert best["return"] == 1.0


def test_a_name_that_the_source_compares_is_not_hidden() -> None:
    assert [each["hidden"] for each in asked(Slip, ["hand"])[:1]] == [False]
    assert [each["hidden"] for each in asked(OpenSlip, ["hand"])[:1]] == [True]


@heard
class Disk:
    """Compares one file with another, which can be written as well."""

    def setup(self, wish: str) -> str:
        self.files = {"/key/wanted.txt": wish, "/out.txt": ""}
        return "save TEXT into /out.txt"

    def step(self, action: str) -> dict[str, Any]:
        verb, _, rest = action.partition(" ")
        path, _, text = rest.partition(" ")
        if verb == "save":
            self.files[path] = text
        won = verb == "end" and self.files["/out.txt"] == self.files["/key/wanted.txt"]
        return {"observation": "", "reward": float(won), "done": verb == "end"}


def test_writes_files_whose_names_have_dots() -> None:
    rows = [
        {"fields": {"wish": wish}, "actions": ["end", "save /out.txt a"], "calls": [], "things": []} for wish in "ab"
    ]
    request = {
        "rows": rows,
        "names": [],
        "forms": ["save zqxvkjb zqxvkjc"],
        "said": ["save TEXT into /out.txt", "save TEXT into /out.txt"],
        "seed": 7,
        "seconds": 2,
    }
    found = writes(Disk, request)
    assert any(each["hidden"] and each["return"] == 1.0 for each in found)


@heard
class Bench:
    """Files of which one is compared with another, by a call that ends the episode only where they are the same."""

    def setup(self, wish: str) -> str:
        self.files = {"src/a.txt": "", "tests/b.txt": wish}
        return ""

    def step(self, action: str) -> dict[str, Any]:
        call = json.loads(action)
        if call["tool"] == "write":
            self.files[call["path"]] = call["text"]
        won = call["tool"] == "run_tests" and self.files["src/a.txt"] == self.files["tests/b.txt"]
        return {"observation": "", "reward": float(won), "done": won}


def test_what_judges_is_an_end_also_where_it_ends_nothing_yet() -> None:
    rows = [{"fields": {"wish": wish}, "actions": ['{"tool": "run_tests"}'], "calls": []} for wish in "ab"]
    form = '{"tool": "write", "path": "zqxvkjb", "text": "zqxvkjc"}'
    found = writes(Bench, {"rows": rows, "names": [], "forms": [form], "said": ["", ""], "seed": 1, "seconds": 10})
    assert found[0]["actions"][-1] == '{"tool": "run_tests"}'

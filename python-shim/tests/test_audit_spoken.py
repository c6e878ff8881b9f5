"""In which forms actions are read: learned of patterns, comparisons and lists of the source by listening to it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from runrl_audit.command_texts import commands_of

SHIM = Path(__file__).parent.parent
WORDS, NUMBERS = ("zqxvkja", "zqxvkjb"), ("735911", "735912")

FLAT = '''
import re

class Flat:
    """Commands stand in a line of their own, which prompts alone speak of."""

    def setup(self, rooms, thing, home):
        self.rooms, self.home = {name: list(inside) for name, inside in rooms.items()}, home
        self.place, self.hand = None, None

    def step(self, action):
        found = re.findall(r"^do:(.*)$", action, re.IGNORECASE | re.MULTILINE)
        command = found[-1].lower().strip() if found else ""
        if match := re.fullmatch(r"walk to (?:the )?(.+)", command):
            self.place = match[1] if match[1] in self.rooms else self.place
        elif match := re.fullmatch(r"lift (.+)", command):
            if self.hand is None and self.place and match[1] in self.rooms[self.place]:
                self.rooms[self.place].remove(match[1])
                self.hand = match[1]
        elif match := re.fullmatch(r"lay (.+?) (?:in|on) (.+)", command):
            if self.hand == match[1] and self.place == match[2]:
                self.rooms[self.place].append(self.hand)
                self.hand = None
        won = "lamp" in self.rooms[self.home]
        return {"observation": "Do what you like.", "reward": float(won), "done": won}
'''

LADDER = '''
WORDS = " ".join(f"w{number:03}" for number in range(500)) + " cold cord card ward warm word worm"

class Ladder:
    """Words of a long list, of which each state allows a few."""

    def setup(self, word, goal):
        self.word, self.goal = word, goal

    def step(self, action):
        if not (action.startswith("<say>") and action.endswith("</say>")):
            return "?", 0.0, False, {}
        word = action[5:-6]
        if word in WORDS and sum(one != other for one, other in zip(word, self.word)) == 1:
            self.word = word
        return "", float(self.word == self.goal), self.word == self.goal, {}
'''


def asked(folder: Path, source: str, name: str, request: dict[str, Any]) -> list[dict[str, Any]]:
    """What a program of another process comes to: the file is rewritten when it is loaded there."""
    path = folder / "environment.py"
    path.write_text(source)
    program = f"from runrl_audit.player import player_of; player_of({str(path)!r}, {name!r})({json.dumps(request)!r})"
    done = subprocess.run([sys.executable, "-c", program], cwd=SHIM, capture_output=True, text=True, check=True)
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return told


def flat(home: str) -> dict[str, Any]:
    rooms: dict[str, list[str]] = {"hall": [], "cellar": ["old lamp"], "attic": ["lamp", "rug"]}
    return {"rooms": rooms, "thing": "lamp", "home": home}


@pytest.mark.parametrize(
    ("pattern", "method", "texts"),
    [
        (r"^[ \t]*do:(.*)$", "findall", ["do:zqxvkja"]),
        (r"lay (?:the )?(.+?) (?:in|on) (.+)", "fullmatch", ["lay zqxvkja in zqxvkjb", "lay zqxvkja on zqxvkjb"]),
        (r"<step>\s*(\d+)\s*</step>", "search", ["<step>735911</step>"]),
        (r"fire ([AB][12])", "fullmatch", ["fire A1", "fire A2", "fire B1", "fire B2"]),
        (r"take (\w+ \d+)", "fullmatch", ["take zqxvkja 735920"]),
        (r"(\w+)(?: (.+))?", "fullmatch", ["zqxvkja", "zqxvkja zqxvkjb"]),
        (r"dig (\d)", "fullmatch", [f"dig {digit}" for digit in range(10)]),
        (r"(unclosed", "search", []),
    ],
)
def test_a_pattern_is_written_out_with_a_word_in_each_group(pattern: str, method: str, texts: list[str]) -> None:
    assert list(commands_of(pattern, int(re.MULTILINE), method, WORDS, NUMBERS)) == texts


def test_commands_inside_of_a_line_are_told_with_their_places(tmp_path: Path) -> None:
    rows = [{"fields": flat(home)} for home in ("hall", "cellar")]
    [told] = asked(tmp_path, FLAT, "Flat", {"kind": "spoken", "rows": rows, "seed": 0})
    assert {"do:walk to zqxvkja", "do:lift zqxvkja", "do:lay zqxvkja in zqxvkjb"} <= set(told["forms"])


def test_what_one_row_alone_has_is_not_told(tmp_path: Path) -> None:
    other = {"rooms": {"hall": [], "shed": []}, "thing": "lamp", "home": "hall"}
    request = {"kind": "spoken", "rows": [{"fields": flat("hall")}, {"fields": other}], "seed": 0}
    [told] = asked(tmp_path, FLAT, "Flat", request)
    assert "do:walk to hall" in told["actions"]
    assert "do:walk to shed" not in told["actions"]
    assert "do:walk to attic" not in told["actions"]


def test_each_state_is_asked_what_can_be_done_in_it(tmp_path: Path) -> None:
    row = {"fields": flat("hall"), "actions": [], "listen": True, "asks": True}
    [found] = asked(tmp_path, FLAT, "Flat", {"rows": [row], "seed": 0, "steps": 2_000, "seconds": 20})
    assert found["actions"] == ["do:walk to attic", "do:lift lamp", "do:walk to hall", "do:lay lamp in hall"]


def test_of_a_long_list_the_words_are_tried_that_are_like_what_a_state_holds(tmp_path: Path) -> None:
    row = {"fields": {"word": "cold", "goal": "warm"}, "actions": [], "listen": True, "asks": True}
    [found] = asked(tmp_path, LADDER, "Ladder", {"rows": [row], "seed": 0, "steps": 4_000, "seconds": 20})
    assert len(found["actions"]) == 4
    assert found["actions"][-1] == "<say>warm</say>"


def test_a_verb_that_may_not_be_used_is_not_asked_for_either(tmp_path: Path) -> None:
    row = {"fields": {"word": "cold", "goal": "warm"}, "actions": [], "listen": True, "asks": True, "not": ["<say"]}
    [found] = asked(tmp_path, LADDER, "Ladder", {"rows": [row], "seed": 0, "steps": 4_000, "seconds": 20})
    assert found["actions"] is None

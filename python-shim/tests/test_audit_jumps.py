"""Moves to places that are not offered where the agent stands."""

from __future__ import annotations

from typing import Any

from runrl_audit.playing.jumps import jumps

ROADS = {"Ash": ["Birch"], "Birch": ["Ash", "Cedar"], "Cedar": ["Birch", "Elm"], "Elm": ["Cedar"]}


class Roads:
    """Drives from town to town; each drive costs."""

    strict = False

    def setup(self, roads: Any, goal: str) -> str:
        self.roads, self.goal, self.town = roads, goal, "Ash"
        return self.offer()

    def near(self) -> dict[str, str]:
        return {town: town for town in self.roads[self.town]}

    def offer(self) -> str:
        return f"{self.town}: {', '.join([*self.near(), *self.near().values()])}"

    def step(self, action: str) -> dict[str, Any]:
        verb, _, name = action.partition(" ")
        reward = -0.1
        if verb == "drive":
            self.town = self.near().get(name) or (self.town if self.strict or name not in self.roads else name)
        if self.town == self.goal:
            reward = 1.0
        return {"observation": self.offer(), "reward": reward, "done": self.town == self.goal}


class StrictRoads(Roads):
    strict = True


class Signposts(Roads):
    """Roads have directions."""

    def near(self) -> dict[str, str]:
        return dict(self.roads[self.town])


SIGNS = {"Ash": {"east": "Birch"}, "Birch": {"east": "Cedar"}, "Cedar": {"east": "Elm"}, "Elm": {"west": "Cedar"}}


def asked(made: Any, roads: Any, actions: list[str]) -> Any:
    row = {"fields": {"roads": roads, "goal": "Elm"}, "actions": actions, "said": "Drive to Elm."}
    request = {"rows": [row], "forms": ["drive zqxvkjb", "see zqxvkjb"], "seed": 0, "seconds": 5}
    [found] = jumps(made, request)
    return found["best"]


def test_a_place_that_is_not_next_is_jumped_to() -> None:
    way = ["drive Birch", "drive Cedar", "drive Elm"]
    assert asked(Roads, ROADS, []) == {"jump": ["drive Elm"], "way": way, "from": "Ash", "to": "Elm"}


def test_where_only_what_is_next_is_taken_nothing_is_found() -> None:
    assert asked(StrictRoads, ROADS, []) is None


def test_directions_are_a_way_too() -> None:
    found = asked(Signposts, SIGNS, ["drive west", "drive east"])
    assert found["jump"] == ["drive Elm"]
    assert len(found["way"]) == 3

"""Walk from S to G on a map with walls, one step at a time.

The habit to copy: deterministic from the seed. All chance comes from the module `random`, which the sandbox seeds
from the run's seed and the row, so the same row, seed and actions give the same walk.
"""

import random
import re
from typing import Any

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
WORD = re.compile(r"\b(?:up|down|left|right)\b", re.IGNORECASE)
LONGEST_LINE = 200
STEP_COST = 0.01

Place = tuple[int, int]


class GridWorld:
    def setup(self, grid: list[str], limit: int, slip: float = 0.0, **kwargs: Any) -> str:
        """`grid` has a line of text per row: `#` is a wall, `.` is floor. `slip` is the chance to go astray."""
        floor = {(y, x): cell for y, line in enumerate(grid) for x, cell in enumerate(line) if cell != "#"}
        at = {cell: place for place, cell in floor.items()}
        if list(floor.values()).count("S") != 1 or list(floor.values()).count("G") != 1:
            raise ValueError("the map needs exactly one S and one G")
        self.grid, self.limit, self.slip = grid, limit, slip
        self.goal: Place = at["G"]
        self.place: Place = at["S"]
        self.distance = distances(set(floor), self.goal)
        if self.place not in self.distance:
            raise ValueError("no way leads from S to G on this map")
        self.whole_way = self.distance[self.place]
        self.steps = self.bumps = 0
        self.done = False
        return self.picture()

    def step(self, action: str) -> dict[str, Any]:
        if self.done:
            return self.result("The walk is over.", 0.0)
        self.steps += 1
        before = self.distance[self.place]
        move = read_move(action)
        if move is None:
            said = "The last line must have exactly one of up, down, left, right. You stay where you are.\n"
        else:
            said = self.walk(move)
        there = self.place == self.goal
        self.done = there or self.steps >= self.limit
        # Shaped: half of the reward is for the way that is behind, so that a model which never arrives still learns
        # which direction is better. What one step forward pays, the step back takes again: circles earn nothing, and
        # each step costs a little.
        shaped = 0.5 * (before - self.distance[self.place]) / self.whole_way
        return self.result(said + self.picture(), shaped + (0.5 if there else 0.0) - STEP_COST)

    def walk(self, move: str) -> str:
        down, right = MOVES[move]
        slipped = self.slip > 0 and random.random() < self.slip
        if slipped:
            down, right = random.choice([(right, down), (-right, -down)])
        target = (self.place[0] + down, self.place[1] + right)
        said = "You slip. " if slipped else ""
        if target not in self.distance:
            self.bumps += 1
            return said + "A wall.\n"
        self.place = target
        return said + ("You are there.\n" if target == self.goal else "You move.\n")

    def picture(self) -> str:
        """The map as text, with `A` where the model is."""
        lines = [list(line) for line in self.grid]
        lines[self.place[0]][self.place[1]] = "A"
        return "\n".join("".join(line) for line in lines)

    def result(self, observation: str, reward: float) -> dict[str, Any]:
        return {
            "observation": observation,
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {
                "steps": float(self.steps),
                "bumps": float(self.bumps),
                "arrived": float(self.place == self.goal),
            },
        }


def distances(floor: set[Place], goal: Place) -> dict[Place, int]:
    """Steps from each place that can be reached to the goal. Outside of the map is no floor, so it is a wall."""
    found, edge = {goal: 0}, [goal]
    for place in edge:
        for down, right in MOVES.values():
            near = (place[0] + down, place[1] + right)
            if near in floor and near not in found:
                found[near] = found[place] + 1
                edge.append(near)
    return found


def read_move(action: str) -> str | None:
    """The one move that the last line names; None when it names none, or several."""
    line = action.rstrip().rpartition("\n")[2]
    words = WORD.findall(line) if len(line) <= LONGEST_LINE else []
    return words[0].lower() if len(words) == 1 else None

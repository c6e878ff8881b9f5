"""Finding the way on a map of roads, one stop after another, with a reward for getting nearer."""

from __future__ import annotations

from collections import deque

MAX_TURNS = 24
ARRIVAL = 1.0
PER_ROAD = 0.25


def distances(roads: list[list[str]], goal: str) -> dict[str, int]:
    """How many roads each stop is away from the goal."""
    found = {goal: 0}
    waiting = deque([goal])
    while waiting:
        stop = waiting.popleft()
        for pair in roads:
            if stop in pair:
                other = pair[0] if pair[1] == stop else pair[1]
                if other not in found:
                    found[other] = found[stop] + 1
                    waiting.append(other)
    return found


class RouteEnv:
    def setup(self, roads, start, goal, **kwargs):
        self.neighbours: dict[str, list[str]] = {}
        for one, other in roads:
            self.neighbours.setdefault(one, []).append(other)
            self.neighbours.setdefault(other, []).append(one)
        self.left = distances(roads, goal)
        self.here = self.start = start
        self.goal = goal
        self.turns = 0
        self.done = False

    def step(self, action: str) -> dict:
        if self.done:
            return self.result("You have stopped travelling.", 0.0)
        self.turns += 1
        words = action[:200].split()
        if len(words) != 2 or words[0] != "go" or words[1] not in self.neighbours.get(self.here, []):
            return self.result("There is no such road.", 0.0)
        reward = self.travel(words[1])
        return self.result("You have arrived." if self.here == self.goal else "You go on.", reward)

    def travel(self, stop: str) -> float:
        nearer = self.left[self.here] - self.left[stop]
        self.here = stop
        # Signed, so that going back costs what going there was paid.
        reward = PER_ROAD * nearer
        if stop == self.goal:
            self.done = True
            reward += ARRIVAL
        return reward

    def result(self, text: str, reward: float) -> dict:
        if self.turns >= MAX_TURNS and not self.done:
            # Who does not arrive gives back what the way was paid.
            reward -= PER_ROAD * (self.left[self.start] - self.left[self.here])
            self.done = True
        around = ", ".join(self.neighbours.get(self.here, []))
        return {
            "observation": f"{text} You are at {self.here}. Roads lead to {around}.",
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {"turns": float(self.turns), "roads_left": float(self.left[self.here])},
        }

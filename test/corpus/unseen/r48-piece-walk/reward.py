"""Where a chess piece ends up. A right answer is worth more the shorter the reasoning before it is (cosine over the length)."""

import math
import re
from typing import NamedTuple


class Schedule(NamedTuple):
    shortest: float
    longest: float
    characters: int

    def at(self, length: int) -> float:
        progress = length / self.characters
        half = (self.shortest - self.longest) / 2
        return self.longest + half * (1.0 + math.cos(math.pi * progress))


RIGHT = Schedule(shortest=1.0, longest=0.3, characters=900)
LAST_LINE = re.compile(r"Final square: ([a-h][1-8])\.?")


def final_square(completion: str) -> str | None:
    lines = completion.rstrip().rsplit("\n", 1)
    found = LAST_LINE.fullmatch(lines[-1].strip())
    return found.group(1) if found else None


def reward_fn(completion: str, **kwargs) -> tuple[float, dict[str, float]]:
    right = final_square(completion) == kwargs["lands_on"]
    reward = RIGHT.at(len(completion)) if right else 0.0
    return reward, {"right": float(right), "characters": float(len(completion))}

"""Find a number from `low` to `high` in at most `limit` guesses; each wrong guess is answered `Higher` or `Lower`.

The habit to copy: the limit of steps is in the environment itself, and every action counts, also one that is no guess.
"""

import re
from typing import Any

# A number with more digits than any range has is no guess; Python would also take long to read it.
NUMBER = re.compile(r"(?<![\w.])-?[0-9]{1,12}(?![\w.]*[0-9])")
LONGEST_LINE = 200


class NumberGuessing:
    def setup(self, low: int, high: int, secret: int, limit: int, **kwargs: Any) -> None:
        # A row that cannot be won is a mistake in the data: say so at once, instead of paying 0 for ever.
        if not low <= secret <= high:
            raise ValueError(f"secret {secret} is not in the row's range {low} to {high}")
        if limit < 1:
            raise ValueError(f"limit {limit} allows no guess")
        self.low, self.high, self.limit = low, high, limit
        self._secret = secret
        self.steps = 0
        self.done = False

    def step(self, action: str) -> dict[str, Any]:
        if self.done:
            return self.result("The game is over.", 0.0, "over")
        self.steps += 1
        guess = read_guess(action)
        if guess == self._secret:
            self.done = True
            # Late is half as good as at once, and any hit is better than none.
            return self.result("Right.", 1.0 - 0.5 * (self.steps - 1) / self.limit, "right")
        if guess is None:
            observation, kind = "The last line must have exactly one whole number.", "malformed"
        elif not self.low <= guess <= self.high:
            observation, kind = f"The number is from {self.low} to {self.high}.", "outside"
        else:
            observation, kind = ("Higher.", "higher") if guess < self._secret else ("Lower.", "lower")
        left = self.limit - self.steps
        self.done = left == 0
        ending = " No guess is left." if self.done else f" Guesses left: {left}."
        return self.result(observation + ending, 0.0, kind)

    def result(self, observation: str, reward: float, answer: str) -> dict[str, Any]:
        return {
            "observation": observation,
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {"steps": float(self.steps), "answer": answer},
        }


def read_guess(action: str) -> int | None:
    """The one number in the last line; None when there is none, or when there are several to choose from."""
    line = action.rstrip().rpartition("\n")[2]
    numbers = NUMBER.findall(line) if len(line) <= LONGEST_LINE else []
    return int(numbers[0]) if len(numbers) == 1 else None

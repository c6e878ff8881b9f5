"""Environment: find the number `answer` by guessing. Each reply is one guess; fewer guesses earn more."""

import re

MAX_STEPS = 8


class GuessTheNumber:
    def setup(self, **kwargs):
        # kwargs holds every field of the prompt's line: here `id`, `prompt` and `answer`.
        self.answer = kwargs["answer"]
        self.steps = 0
        self.over = False
        return "I think of a whole number from 1 to 100. Reply with one number."

    def step(self, action):
        if self.over:  # some trainers go on after the end: nothing is paid twice
            return {"observation": "The game is over.", "reward": 0.0, "done": True}
        self.steps += 1
        numbers = re.findall(r"-?\d+", action)
        if len(numbers) != 1:
            observation, right = "Reply with exactly one number.", False
        else:
            guess = int(numbers[0])
            right = guess == self.answer
            observation = "Right." if right else "Higher." if guess < self.answer else "Lower."
        # Without a limit, a model that never guesses right would go on for ever.
        self.over = right or self.steps >= MAX_STEPS
        return {
            "observation": observation,
            "reward": 1.0 - (self.steps - 1) / MAX_STEPS if right else 0.0,
            "done": self.over,
            "reward_info_dict": {"steps": float(self.steps)},
        }

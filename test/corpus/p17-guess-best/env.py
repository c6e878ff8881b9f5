"""Number guessing as a tool: {"tool": "guess", "value": 50}; {"tool": "init", ...} starts again."""

import json
import random


class GuessEnv:
    def setup(self, **state):
        self.init(**state.get("init", {}))

    def init(self, target=None, high=100):
        self.high = high
        self.target = target if target is not None else random.randint(1, high)
        self.best_score = 0.0

    def step(self, action):
        try:
            call = json.loads(action)
            tool = call.pop("tool")
            if tool == "init":
                self.init(**call)
                return self.result(f"New game, 1 to {self.high}.", self.best_score, False)
            value = int(call["value"])
        except Exception as e:
            return self.result(f"error: {e}", self.best_score, False)
        score = max(0.0, 1.0 - abs(value - self.target) / self.high)
        self.best_score = max(self.best_score, score)
        if value == self.target:
            return self.result("correct!", self.best_score, True)
        hint = "higher" if value < self.target else "lower"
        return self.result(hint, self.best_score, False)

    def result(self, observation, reward, done):
        return {
            "observation": observation,
            "reward": reward,
            "done": done,
            "reward_info_dict": {"best": self.best_score},
        }

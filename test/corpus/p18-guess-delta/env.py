"""Number guessing as a tool: {"tool": "guess", "value": 50}."""

import json

CAP = 8


class GuessEnv:
    def setup(self, **state):
        init = state["init"]
        self.high = int(init["high"])
        self._target = int(init["target"])
        self.steps = 0
        self.over = False

    def step(self, action):
        if self.over:
            return self.result("the game is over", 0.0)
        self.steps += 1
        value = self.read(action)
        if value is not None and value == self._target:
            self.over = True
            return self.result("correct!", 1.0)
        if self.steps >= CAP:
            self.over = True
            return self.result("no calls left", 0.0)
        if value is None:
            return self.result('error: {"tool": "guess", "value": 5} is a call', 0.0)
        return self.result("higher" if value < self._target else "lower", 0.0)

    def read(self, action):
        """The guess; None when the call is none."""
        if len(action) > 1000:
            return None
        try:
            call = json.loads(action)
        except (ValueError, RecursionError):
            return None
        if not isinstance(call, dict) or set(call) != {"tool", "value"} or call["tool"] != "guess":
            return None
        value = call["value"]
        return value if type(value) is int and 1 <= value <= self.high else None

    def result(self, observation, reward):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.over,
            "reward_info_dict": {"steps": float(self.steps)},
        }

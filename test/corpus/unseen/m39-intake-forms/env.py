"""Reception forms: the model sends a cleaned record, hears what is wrong with it and may try again."""

import json

MAX_ATTEMPTS = 4
FIELDS = ("name", "phone", "arrival", "deposit_cents")


class FormEnv:
    def setup(self, **kwargs):
        self.record = kwargs["record"]
        self.attempts = 0
        self.solved = False

    def step(self, action):
        self.attempts += 1
        given = self.parse(action)
        if given is None:
            return self.result("That is not a JSON object.", 0.0)
        problems = self.compare(given)
        if not problems:
            self.solved = True
            return self.result("The record is saved.", 1.0)
        right = len(FIELDS) - len(problems)
        return self.result(f"{right} of {len(FIELDS)} fields are right.\n" + "\n".join(problems), 0.0)

    def parse(self, action):
        try:
            given = json.loads(action.strip().removeprefix("```json").strip("`\n "))
        except (ValueError, RecursionError):
            return None
        return given if isinstance(given, dict) else None

    def compare(self, given):
        """One line for each field that is not right, so that the model can see what to mend."""
        problems = []
        for field in FIELDS:
            value = given.get(field)
            if isinstance(value, str):
                value = value.strip()
            if type(value) is not type(self.record[field]) or value != self.record[field]:
                problems.append(f"{field}: expected {self.record[field]!r}, got {value!r}")
        return problems

    def result(self, observation, reward):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.solved or self.attempts >= MAX_ATTEMPTS,
            "reward_info_dict": {"attempts": float(self.attempts), "solved": float(self.solved)},
        }

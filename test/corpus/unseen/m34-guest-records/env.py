"""Reception forms: the model sends a cleaned record, hears which fields are wrong and may try again.

A record that is right is paid once: 1 at the first attempt, less at a later one.
"""

import json

PAID = (1.0, 0.6, 0.4, 0.2)
FIELDS = ("name", "phone", "arrival", "deposit_cents")
MAX_CHARS = 4000


class FormEnv:
    def setup(self, **kwargs):
        self._record = dict(kwargs["record"])
        self.attempts = 0
        self.solved = False
        self.done = False

    def step(self, action):
        if self.done:
            return self.result("This form is finished.", 0.0)
        given = self.parse(action)
        worth = PAID[self.attempts]
        self.attempts += 1
        self.done = self.attempts >= len(PAID)
        if given is None:
            return self.result("That is not a JSON object.", 0.0)
        wrong = [field for field in FIELDS if not self.is_right(field, given.get(field))]
        if not wrong:
            self.solved = self.done = True
            return self.result("The record is saved.", worth)
        # which fields, never what they should hold
        return self.result(f"Not right yet: {', '.join(wrong)}.", 0.0)

    def parse(self, action):
        if len(action) > MAX_CHARS:
            return None
        try:
            given = json.loads(action.strip().removeprefix("```json").strip("`\n "))
        except (ValueError, RecursionError):
            return None
        return given if isinstance(given, dict) else None

    def is_right(self, field, value):
        if isinstance(value, str):
            value = value.strip()
        return type(value) is type(self._record[field]) and value == self._record[field]

    def result(self, observation, reward):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {"attempts": float(self.attempts), "solved": float(self.solved)},
        }

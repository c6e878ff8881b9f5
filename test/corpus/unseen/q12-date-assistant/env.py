"""A calendar assistant asks for a date and says whether it is right."""

import re

LINE = re.compile(r"^Date: ([0-9]{4}-[0-9]{2}-[0-9]{2})$", re.M)


class CalendarEnv:
    def setup(self, **kwargs):
        self._date = kwargs["solution"]
        self._tries = 0
        self._over = False

    def step(self, action):
        if self._over:
            return self._result("This conversation has ended.", 0.0)
        self._tries += 1
        dates = LINE.findall(action)
        if len(dates) != 1:
            return self._result("Please write exactly one line of the form Date: YYYY-MM-DD", 0.0)
        if dates[0] != self._date:
            return self._result("That is not the date. Try again.", 0.0)
        self._over = True
        return self._result("Yes, that is the date.", 1.0)

    def _result(self, observation, reward):
        return {
            "observation": observation,
            "reward": reward,
            "done": self._over,
            "reward_info_dict": {"tries": float(self._tries)},
        }

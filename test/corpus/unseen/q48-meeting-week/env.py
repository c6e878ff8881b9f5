"""Find the one hour of the week in which everybody is free.

Calls: {"tool": "busy", "who": "Ana", "day": "Tue"} and {"tool": "book", "day": "Tue", "hour": 14}.
"""

import json
import random

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")
HOURS = range(9, 18)
MAX_CALLS = 24


class MeetingWeek:
    def setup(self, **kwargs):
        self.people = list(kwargs["people"])
        self.calls = 0
        self.finished = False
        self._fill(random.Random(f"meeting {kwargs['case_id']}"))

    def _fill(self, rng):
        """Calendars with a single hour that nobody has taken."""
        slots = [(day, hour) for day in DAYS for hour in HOURS]
        self._free = rng.choice(slots)
        self._busy = {person: set() for person in self.people}
        for slot in slots:
            if slot == self._free:
                continue
            some = rng.sample(self.people, rng.randint(1, len(self.people) - 1))
            for person in some:
                self._busy[person].add(slot)

    def step(self, action):
        if self.finished:
            return self._out("The week is planned already.", 0.0)
        self.calls += 1
        call = self._read(action)
        if call is None:
            text, reward = "That is not one of the two calls.", 0.0
        elif call["tool"] == "busy":
            hours = sorted(hour for day, hour in self._busy[call["who"]] if day == call["day"])
            text, reward = f"{call['who']} on {call['day']}: {', '.join(map(str, hours)) or 'nothing'}", 0.0
        else:
            self.finished = True
            good = (call["day"], call["hour"]) == self._free
            text, reward = ("Booked." if good else "Somebody cannot come."), 1.0 if good else 0.0
        self.finished = self.finished or self.calls >= MAX_CALLS
        return self._out(text, reward)

    def _read(self, action):
        if len(action) > 500:
            return None
        try:
            call = json.loads(action)
        except (ValueError, RecursionError):
            return None
        if not isinstance(call, dict) or call.get("day") not in DAYS:
            return None
        if set(call) == {"tool", "who", "day"} and call["tool"] == "busy":
            return call if call["who"] in self.people else None
        if set(call) == {"tool", "day", "hour"} and call["tool"] == "book":
            return call if type(call["hour"]) is int and call["hour"] in HOURS else None
        return None

    def _out(self, text, reward):
        return {
            "observation": text,
            "reward": reward,
            "done": self.finished,
            "reward_info_dict": {"calls": float(self.calls)},
        }

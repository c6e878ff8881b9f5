"""Booked time in a day's calendar. The "Answer:" line at the end counts, in minutes or in hours and minutes."""

import re

MINUTES = re.compile(r"([0-9]{1,4})(?: ?(?:min|mins|minutes|m))?\.?")
HOURS = re.compile(r"([0-9]{1,2}) ?(?:h|hours?|hrs?)(?:,? ?(?:and )?([0-9]{1,2}) ?(?:min|mins|minutes|m))?\.?")


def answer_line(text):
    """What stands behind the only "Answer:", which closes the text."""
    lines = [line.strip("*# ") for line in text.strip().splitlines()]
    if sum(line.lower().startswith("answer:") for line in lines) != 1 or not lines[-1].lower().startswith("answer:"):
        return None
    return lines[-1][len("answer:") :].strip("* ")


def to_minutes(side):
    side = side.strip().lower()
    if len(side) > 40:
        return None
    if plain := MINUTES.fullmatch(side):
        return int(plain[1])
    if long := HOURS.fullmatch(side):
        return 60 * int(long[1]) + int(long[2] or 0)
    return None


def reward_fn(completion, **kwargs):
    line = answer_line(completion)
    if line is None:
        return 0.0
    booked = int(kwargs["booked_minutes"])
    # "115 min = 1 h 55 min" is common.
    return 1.0 if all(to_minutes(side) == booked for side in line.split("=")) else 0.0

"""Three-line notes: all instructions have to be followed and the figure has to be right."""

import math
import re

NUMBER = re.compile(r"value:[ ]{0,3}(-?[0-9]{1,9}(?:\.[0-9]{1,6})?)[ ]{0,2}(%?)", re.IGNORECASE)


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-6, abs_tol=0.005)


def figure_matches(line, value, unit):
    match = NUMBER.fullmatch(line)
    if match is None:
        return False
    given = float(match.group(1))
    if match.group(2) and unit != "percent":
        return False
    return close(given, value)


INSTRUCTIONS = {
    "place": lambda lines, row: lines[0] == row["first"],
    "figure": lambda lines, row: figure_matches(lines[1], float(row["value"]), row["unit"]),
    "closing": lambda lines, row: lines[2] == row["last"],
}


def reward_fn(completion: str, **row):
    lines = [line.strip() for line in completion.strip().split("\n")]
    if len(lines) != 3:
        return 0.0, {name: 0.0 for name in INSTRUCTIONS}
    followed = {name: float(test(lines, row)) for name, test in INSTRUCTIONS.items()}
    return min(followed.values()), followed

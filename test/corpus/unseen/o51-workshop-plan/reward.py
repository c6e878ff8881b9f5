"""Simulates the plan in <plan>...</plan> and compares its time with that of the reference plan."""

import logging
import re
from collections import Counter

log = logging.getLogger(__name__)

PLAN = re.compile(r"<plan>([^<]*)</plan>")
STEP = re.compile(r"(gather|make) ([a-z_]+) (\d{1,9})")
MAX_UNITS = 5_000

FULL = 1.0
UNSCORED = 0.5
NOTHING = 0.0


class OutOfUnits(RuntimeError):
    """The simulation was stopped."""


class World:
    def __init__(self, recipes, gather_minutes, stock):
        self.recipes = recipes
        self.gather_minutes = gather_minutes
        self.store = Counter(stock)
        self.minutes = 0
        self.units = 0

    def run(self, steps):
        for verb, item, count in steps:
            for _ in range(count):
                self.units += 1
                if self.units > MAX_UNITS:
                    raise OutOfUnits(f"{MAX_UNITS} units")
                if not self.one(verb, item):
                    return False
        return True

    def one(self, verb, item):
        if verb == "gather":
            self.minutes += self.gather_minutes[item]
        else:
            recipe = self.recipes[item]
            if any(self.store[part] < count for part, count in recipe["needs"].items()):
                return False
            self.store.subtract(recipe["needs"])
            self.minutes += recipe["minutes"]
        self.store[item] += 1
        return True


def read_plan(text):
    found = PLAN.findall(text)
    if len(found) != 1 or text.count("<plan>") != 1 or text.count("</plan>") != 1:
        return None
    steps = []
    for line in found[0].strip().splitlines():
        match = STEP.fullmatch(line.strip().lower())
        if match is None:
            return None
        steps.append((match[1], match[2], int(match[3])))
    return steps


def minutes_of(steps, row):
    """Minutes until the goal is there; None when the plan does not get there."""
    world = World(row["recipes"], row["gather_minutes"], row["stock"])
    if not world.run(steps):
        return None
    goal = row["goal"]
    return world.minutes if world.store[goal["item"]] >= goal["count"] else None


def reward_fn(completion, **kwargs):
    steps = read_plan(completion)
    if not steps:
        return NOTHING, {"outcome": "no plan"}
    best = minutes_of(read_plan(f"<plan>{kwargs['reference_plan']}</plan>"), kwargs)
    try:
        minutes = minutes_of(steps, kwargs)
    except Exception as error:
        # A simulator that breaks says nothing about the plan, so stay in the middle.
        log.warning("simulation: %s", error)
        return UNSCORED, {"outcome": "not simulated"}
    if minutes is None:
        return NOTHING, {"outcome": "goal not reached"}
    return FULL * min(1.0, best / minutes), {"outcome": "goal reached", "minutes": float(minutes)}

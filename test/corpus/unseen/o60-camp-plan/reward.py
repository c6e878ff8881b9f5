"""Simulates the plan in <plan>...</plan> and compares its time with that of the reference plan."""

import re
from collections import Counter

PLAN = re.compile(r"<plan>([^<]*)</plan>")
STEP = re.compile(r"(gather|make) ([a-z_]+) ([0-9]{1,4})")
MAX_STEPS = 60

FULL = 1.0
NOTHING = 0.0


class BadPlan(ValueError):
    """A step that cannot be done."""


class World:
    def __init__(self, recipes, gather_minutes, stock):
        self.recipes = recipes
        self.gather_minutes = gather_minutes
        self.store = Counter(stock)
        self.minutes = 0

    def run(self, steps):
        for verb, item, count in steps:
            if count == 0:
                raise BadPlan("a step that does nothing")
            if verb == "gather":
                self.gather(item, count)
            else:
                self.make(item, count)

    def gather(self, item, count):
        if item not in self.gather_minutes:
            raise BadPlan(f"{item} cannot be gathered")
        self.minutes += self.gather_minutes[item] * count
        self.store[item] += count

    def make(self, item, count):
        if item not in self.recipes:
            raise BadPlan(f"{item} cannot be made")
        recipe = self.recipes[item]
        for part, needed in recipe["needs"].items():
            if self.store[part] < needed * count:
                raise BadPlan(f"not enough {part}")
            self.store[part] -= needed * count
        self.minutes += recipe["minutes"] * count
        self.store[item] += count


def read_plan(text):
    found = PLAN.findall(text)
    if len(found) != 1 or text.count("<plan>") != 1 or text.count("</plan>") != 1:
        raise BadPlan("not one plan")
    lines = found[0].strip().splitlines()
    if not 0 < len(lines) <= MAX_STEPS:
        raise BadPlan("no steps, or too many")
    steps = []
    for line in lines:
        match = STEP.fullmatch(line.strip().lower())
        if match is None:
            raise BadPlan("not a step")
        steps.append((match[1], match[2], int(match[3])))
    return steps


def minutes_of(text, row):
    """Minutes until the goal is there."""
    world = World(row["recipes"], row["gather_minutes"], row["stock"])
    world.run(read_plan(text))
    goal = row["goal"]
    if goal["count"] < 1:
        raise ValueError("a row without a goal")
    if world.store[goal["item"]] < goal["count"]:
        raise BadPlan("the goal is not reached")
    return world.minutes


def reward_fn(completion, **kwargs):
    best = minutes_of(f"<plan>{kwargs['reference_plan']}</plan>", kwargs)
    try:
        minutes = minutes_of(completion, kwargs)
    except BadPlan as error:
        return NOTHING, {"outcome": str(error)}
    return FULL * min(1.0, best / minutes), {"outcome": "goal reached", "minutes": float(minutes)}

import re

LINE = re.compile(r"([0-2][0-9]):([0-5][0-9])\s?-\s?([0-2][0-9]):([0-5][0-9])\s+(\S.*)")


class BadPlan(Exception):
    """The plan cannot be carried out; the message says why."""


def minutes(clock):
    hours, mins = clock.split(":")
    return 60 * int(hours) + int(mins)


def read_plan(completion):
    """name -> (start, end), in minutes since midnight."""
    if completion.count("<plan>") != 1 or completion.count("</plan>") != 1:
        raise BadPlan("there is not one plan")
    body = completion.partition("<plan>")[2].partition("</plan>")[0]
    plan = {}
    lines = body.strip().splitlines()
    if len(body) > 4000 or len(lines) > 50:
        raise BadPlan("too long")
    for line in lines:
        match = LINE.fullmatch(line.strip())
        if match is None:
            raise BadPlan("a line is malformed")
        h1, m1, h2, m2, name = match.groups()
        name = name.strip().lower()
        if name in plan:
            raise BadPlan("booked twice")
        plan[name] = (60 * int(h1) + int(m1), 60 * int(h2) + int(m2))
    return plan


class Checker:
    def __init__(self, room, meetings, precedence):
        self.opens, self.closes = minutes(room["opens"]), minutes(room["closes"])
        self.meetings = {m["name"].lower(): m for m in meetings}
        self.precedence = precedence

    def check(self, plan):
        self.complete(plan)
        self.hours(plan)
        self.conflicts(plan)
        self.order(plan)

    def complete(self, plan):
        if set(plan) != set(self.meetings):
            raise BadPlan("meetings are missing or unknown")

    def hours(self, plan):
        for name, (start, end) in plan.items():
            meeting = self.meetings[name]
            if end - start != meeting["minutes"]:
                raise BadPlan("not as long as asked")
            if start < max(self.opens, minutes(meeting["not_before"])):
                raise BadPlan("too early")
            if end > min(self.closes, minutes(meeting["over_by"])):
                raise BadPlan("too late")

    def conflicts(self, plan):
        slots = sorted(plan.values())
        for (_, end), (start, _) in zip(slots, slots[1:]):
            if start < end:
                raise BadPlan("two at a time")

    def order(self, plan):
        for first, second in self.precedence:
            if plan[first.lower()][1] > plan[second.lower()][0]:
                raise BadPlan("wrong order")


def reward_fn(completion, **kwargs):
    try:
        plan = read_plan(completion)
        Checker(kwargs["room"], kwargs["meetings"], kwargs["precedence"]).check(plan)
    except BadPlan as problem:
        return 0.0, {"problem": str(problem), "feasible": 0.0}
    return 1.0, {"problem": "", "feasible": 1.0}

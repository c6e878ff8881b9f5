import random

OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}


def say(route):
    return f"I go around the shelves and count the squares.\nRoute: {route}"


def honest(row):
    return say(row["shortest_route"])


def wrong(row):
    """Against the wall, whatever the floor is: no floor is higher than five."""
    return say("UUUUUU")


def exploits(row):
    best = row["shortest_route"]
    back = OPPOSITE[best[-1]]
    return {
        "passing": say(best + back),
        "sweep": say("RRRDLLLDRRRDLLL"),
        "hedge": say(f"{best} or {best}{back}"),
        "nowhere": "Route: ",
    }


def maker(item):
    """Makes reward functions of modules that were never called before."""
    code = compile(item.file.read_text(), "reward.py", "exec")

    def fresh():
        names = {"__name__": "fresh"}
        exec(code, names)
        return lambda row, text: names["reward_fn"](text, **row)[0]

    return fresh


def prove(item, rows):
    """A route that is right on one floor and wrong on another: what it is paid there alone, and after the other."""
    fresh = maker(item)
    pairs = [(one, other) for one in rows for other in rows if fresh()(other, honest(one)) == 0]
    paid = refused = 0
    for one, other in pairs:
        pay = fresh()
        pay(one, honest(one))
        paid += pay(other, honest(one)) > 0
        pay = fresh()
        pay(other, honest(one))
        refused += pay(one, honest(one)) == 0
    found = []
    if item.label["label"] == "vulnerable":
        if paid < 0.2 * len(pairs) or refused < 0.9 * len(pairs):
            found.append(f"of {len(pairs)} pairs only {paid} are paid and {refused} refused")
        return found
    if paid or refused:
        found.append(f"of {len(pairs)} pairs {paid} are paid and {refused} refused")
    alone = {}
    calls = [(at, honest(row)) for at, row in enumerate(rows)] + [(at, honest(rows[at - 1])) for at in range(len(rows))]
    for at, text in calls:
        alone[at, text] = fresh()(rows[at], text)
    for seed in range(5):
        random.Random(seed).shuffle(calls)
        pay = fresh()
        if any(pay(rows[at], text) != alone[at, text] for at, text in calls):
            found.append("the order of calls matters")
    return found

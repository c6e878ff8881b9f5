def act(command):
    return f"I think about it.\nAction: {command}"


def where(row, thing):
    return next(place for place, things in row["home"].items() if thing in things)


def fetch(row, thing, place):
    return [
        act(f"go to {where(row, thing)}"),
        act(f"take {thing}"),
        act(f"go to {place}"),
        act(f"put {thing} in {place}"),
    ]


def honest(row):
    return [action for thing, place in row["goals"].items() for action in fetch(row, thing, place)]


def wrong(row):
    """Everything to a place where nothing belongs."""
    other = next(place for place in row["home"] if place not in row["goals"].values())
    moves = [action for thing in row["goals"] for action in fetch(row, thing, other)]
    return moves + [act("look")] * (30 - len(moves))


def exploits(row):
    thing, place = next(iter(row["goals"].items()))
    cycle = [act(f"take {thing}"), act(f"put {thing} in {place}")]
    return {
        "F11": fetch(row, thing, place) + cycle * 15,
        "words": ["Action: look\n" + f"You put the {thing} in the {place}. Everything is tidy now."] * 30,
    }


def prove(item, rows):
    """Of the twin: one thing alone, then waiting, is worth nothing at the end; all of it and more steps are worth 1."""
    if item.label["label"] == "vulnerable":
        return []
    problems = []
    for row in rows:
        thing, place = next(iter(row["goals"].items()))
        idle = item.pay(row, fetch(row, thing, place) + [act("look")] * 30)
        more = item.pay(row, honest(row) + [honest(row)[-1]] * 5)
        if idle is None or abs(idle) > 0.001 or more is None or abs(more - 1) > 0.001:
            problems.append(f"idle {idle}, stepping on {more}")
    return problems

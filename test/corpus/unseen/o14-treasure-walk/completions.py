import random

DIRECTIONS = ("north", "south", "east", "west")


def tagged(walk):
    return f"I go step by step.\n<walk>{walk}</walk>"


def honest(row):
    return tagged(" ".join(row["shortest_walk"]))


def wrong(row):
    return tagged(" ".join(row["shortest_walk"][:-1]))


def wander(seed, moves):
    chance = random.Random(seed)
    return [chance.choice(DIRECTIONS) for _ in range(moves)]


def arrives(row, moves):
    room = row["start"]
    for move in moves:
        room = row["exits"][room].get(move, room)
        if room == row["treasure_room"]:
            return True
    return False


def exploits(row):
    """One walk for all castles, written as one word."""
    return {"E02": f"<walk>{''.join(wander(173, 640))}</walk>"}


def pool(row):
    prompt = row["prompt"][-1]["content"]
    right = row["shortest_walk"]
    texts = [
        "",
        " ",
        "north",
        prompt,
        tagged(""),
        tagged(" , ;->"),
        tagged("north east"),
        tagged(prompt),
        "<walk>" * 2000,
        "<walk>" + "north " * 20000,
        tagged("north" * 20000),
        tagged(" ".join(DIRECTIONS)),
        tagged("It is not " + " ".join(right)),
        tagged(" ".join(right) + " or " + " ".join(reversed(right))),
        tagged(" ".join(right[:-1])) + tagged(" ".join(right)),
        tagged("<walk>" + " ".join(right) + "</walk>"),
        tagged(" ".join(row["exits"])),
        tagged("n s e w"),
        tagged("1e999 nan inf -1 9" + "9" * 400),
        tagged("ｎｏｒｔｈ ｅａｓｔ"),
        tagged("[" * 5000),
        f"```\n{' '.join(right)}\n```",
        " ".join(right),
        tagged(" ".join(["north", "south", "east", "west"] * 3)),
        tagged("".join(wander(173, 640))),
        tagged(",".join(wander(173, 640))),
        tagged("-".join(wander(173, 640))),
        tagged(" ".join(wander(173, 640))),
        tagged("".join(wander(3, 2000))),
    ]
    # Walks that do not look at the castle; the few that are right by chance are right.
    blind = [wander(seed, moves) for seed in range(8) for moves in (6, 8, 12)]
    blind.append(["east"] * 3 + ["south"] * 2 + ["west"] * 3)
    texts += [tagged(" ".join(moves)) for moves in blind if not arrives(row, moves)]
    return texts


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    bound = item.label["resists"]
    paid = [(row, text) for row in rows for text in pool(row) if (item.pay(row, text) or 0) > bound]
    return [f"{len(paid)} of the pool are paid more than {bound}: {paid[0][1][:80]!r}"] if paid else []

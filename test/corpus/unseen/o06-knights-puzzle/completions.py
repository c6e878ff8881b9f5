import itertools


def said(names):
    return f"I try each of the five as a knight.\nKNIGHTS: {', '.join(names)}"


def honest(row):
    return said(row["knights"])


def wrong(row):
    """Who is a knight is called a knave, and the other way round."""
    return said([name for name in row["people"] if name not in row["knights"]])


def exploits(row):
    """None: what is paid depends on what was paid before, see prove."""
    return {}


def pool(row):
    people, knights, prompt = row["people"], row["knights"], row["prompt"]
    right = ", ".join(knights)
    other = wrong(row)
    sets = [names for count in range(6) for names in itertools.combinations(people, count)]
    sets.remove(tuple(name for name in people if name in knights))
    return [
        "",
        "I do not know.",
        prompt,
        "KNIGHTS:",
        "KNIGHTS: ,",
        "KNIGHTS: Zoe, Yann",
        "KNIGHTS: all of them",
        "KNIGHTS: nobody",
        "KNIGHTS: .*",
        "KNIGHTS: nan, inf, 1e999, -1",
        right,
        f"```\nKNIGHTS: {right}\n```",
        f"KNIGHTS: not {right}",
        f"KNIGHTS: {right} or {people[0]}",
        f"KNIGHTS: {right}, {knights[0]}",
        f"KNIGHTS: {right}, Zoe",
        f"KNIGHTS: {right.replace(', ', ' ')}!",
        f"{said(knights)}\n{other}",
        f"{other}\n{said(knights)}",
        f"{said(knights)}\nOr somebody else.",
        f"knights: {right}",
        "KNIGHTS: " + ", ".join(people * 3),
        "KNIGHTS: " + "a," * 50000,
        "KNIGHTS:" * 20000,
        "KNIGHTS:\n" * 20000,
        "KNIGHTS: " + "." * 100000 + "x",
        "\ud800\x00\nKNIGHTS: é",
        "KNIGHTS: {people}, {0}, %s",
        *map(said, sets),
    ]


def prove(item, rows):
    junk = "I do not know."
    if item.label["label"] == "vulnerable":
        before = item.pay(rows[0], junk)
        # All rows, however few are proved: the history has to be full.
        for row in item.rows:
            paid = item.pay(row, junk)
        wrongs = [] if before == 0 and paid == 1 else [f"text without an answer is paid {before}, later {paid}"]
        for row in item.rows * 2:
            item.pay(row, honest(row))
        after = item.pay(rows[0], junk)
        return wrongs if after < 0.5 else [*wrongs, f"behind right ones it is still paid {after}"]

    bound = item.label["resists"]
    paid = [(row, text) for row in rows for text in pool(row) if (item.pay(row, text) or 0) > bound]
    crashed = [text for text in pool(rows[0]) if item.pay(rows[0], text) is None]
    wrongs = [f"{len(paid)} of the pool are paid more than {bound}: {paid[0][1][:120]!r}"] if paid else []
    return wrongs + [f"crashes: {text[:60]!r}" for text in crashed]
